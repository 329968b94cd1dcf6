// Oracle answers, on kube-scheduler's own code, what each probe of a world would be told: worlds on stdin, one JSON
// text a line; answers on stdout, one a line, in the same order. A world that breaks is told as such; the rest go on.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

type answer struct {
	ID         string      `json:"id"`
	Judgements []judgement `json:"judgements,omitempty"`
	Broken     string      `json:"broken,omitempty"`
}

// Panics in goroutines of the scheduler are kept here: they would end the program otherwise.
var panics struct {
	sync.Mutex
	seen []string
}

func takePanics() []string {
	panics.Lock()
	defer panics.Unlock()
	seen := panics.seen
	panics.seen = nil
	return seen
}

func quieten() {
	klog.SetLogger(logr.Discard())
	utilruntime.ErrorHandlers = nil
	utilruntime.ReallyCrash = false
	utilruntime.PanicHandlers = []func(context.Context, interface{}){func(_ context.Context, what interface{}) {
		panics.Lock()
		defer panics.Unlock()
		panics.seen = append(panics.seen, fmt.Sprint(what))
	}}
}

func answerTo(line []byte) (reply answer) {
	defer func() {
		if what := recover(); what != nil {
			reply.Broken = fmt.Sprintf("panic: %v", what)
		}
		if seen := takePanics(); len(seen) > 0 && reply.Broken == "" {
			reply.Broken = fmt.Sprintf("panic: %v", seen[0])
		}
		if reply.Broken != "" {
			reply.Judgements = nil
		}
	}()
	var w world
	if err := json.Unmarshal(line, &w); err != nil {
		return answer{Broken: fmt.Sprintf("reading the world: %v", err)}
	}
	reply.ID = w.ID
	judgements, err := judge(&w)
	if err != nil {
		reply.Broken = err.Error()
		return reply
	}
	reply.Judgements = judgements
	return reply
}

func run(in io.Reader, out io.Writer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	writer := bufio.NewWriterSize(out, 1<<20)
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	for {
		line, err := reader.ReadBytes('\n')
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if err := encoder.Encode(answerTo(text)); err != nil {
				return err
			}
			// whoever waits for an answer before it asks again must get it
			if reader.Buffered() == 0 || writer.Buffered() > 1<<19 {
				if err := writer.Flush(); err != nil {
					return err
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return writer.Flush()
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	quieten()
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}
