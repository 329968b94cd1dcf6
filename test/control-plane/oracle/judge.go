package main

import (
	"context"
	"fmt"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type refusal struct {
	Plugin  string   `json:"plugin"`
	Code    string   `json:"code"`
	Reasons []string `json:"reasons"`
}

type verdict struct {
	Kind string `json:"kind"`
	*refusal
}

type pluginScores struct {
	Raw        map[string]int64 `json:"raw"`
	Normalised map[string]int64 `json:"normalised"`
}

type judgement struct {
	PreFilter  *refusal                `json:"preFilter,omitempty"`
	Nodes      map[string]verdict      `json:"nodes"`
	Scores     map[string]pluginScores `json:"scores,omitempty"`
	Totals     map[string]int64        `json:"totals,omitempty"`
	ScoreError string                  `json:"scoreError,omitempty"`
	Message    string                  `json:"message,omitempty"`
}

// Never connected: informers are instant, and nothing that writes is run.
var unreachable = kubernetes.NewForConfigOrDie(&rest.Config{Host: "http://127.0.0.1:1"})

// court is a scheduler at rest over one world.
type court struct {
	ctx      context.Context
	profile  framework.Framework
	weights  map[string]int64
	snapshot *internalcache.Snapshot
	nodes    []fwk.NodeInfo
}

func judge(w *world) ([]judgement, error) {
	if w.Dialect != "" && w.Dialect != "1.37" {
		return nil, fmt.Errorf("this is kube-scheduler 1.37, asked for %s", w.Dialect)
	}
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), logr.Discard()))
	defer cancel()
	court, err := convene(ctx, w)
	if err != nil {
		return nil, err
	}
	judgements := make([]judgement, 0, len(w.Probes))
	for _, probe := range w.Probes {
		judgements = append(judgements, court.hear(probe))
	}
	return judgements, nil
}

// convene builds the scheduler as its main program does, and lets its own event handlers fill cache, queue and snapshot.
func convene(ctx context.Context, w *world) (*court, error) {
	profile, err := profileFor(w.Args)
	if err != nil {
		return nil, err
	}
	factory := newInstantFactory(unreachable)
	snapshot := internalcache.NewEmptySnapshot()
	sched, err := scheduler.New(ctx, unreachable, factory, nil,
		func(string) events.EventRecorderLogger { return nil },
		scheduler.WithProfiles(*profile),
		scheduler.WithParallelism(1),
		scheduler.WithNodeInfoSnapshot(snapshot),
	)
	if err != nil {
		return nil, fmt.Errorf("building the scheduler: %w", err)
	}
	var failed error
	w.Objects.each(func(object runtime.Object) {
		if err := factory.deliver(object); err != nil {
			failed = err
		}
	})
	if failed != nil {
		return nil, failed
	}
	if err := sched.Cache.UpdateSnapshot(logr.Discard(), snapshot); err != nil {
		return nil, fmt.Errorf("taking the snapshot: %w", err)
	}
	nodes, err := snapshot.ListNodesInPlacement()
	if err != nil {
		return nil, fmt.Errorf("listing the snapshot's nodes: %w", err)
	}
	chosen := sched.Profiles[schedulerName]
	weights := map[string]int64{}
	for _, plugin := range chosen.ListPlugins().Score.Enabled {
		weights[plugin.Name] = int64(plugin.Weight)
	}
	return &court{ctx: ctx, profile: chosen, weights: weights, snapshot: snapshot, nodes: nodes}, nil
}

// hear goes the way of the scheduler's own search, but looks at every node and keeps what each said.
func (c *court) hear(pod *v1.Pod) judgement {
	said := judgement{Nodes: map[string]verdict{}}
	if len(c.nodes) == 0 {
		said.Message = scheduler.ErrNoNodesAvailable.Error()
		return said
	}
	state := framework.NewCycleState()
	diagnosis := framework.Diagnosis{NodeToStatus: framework.NewDefaultNodeToStatus()}
	narrowed, status, plugins := c.profile.RunPreFilterPlugins(c.ctx, state, pod)
	if !status.IsSuccess() {
		said.PreFilter = refusalOf(status)
		if status.IsRejected() {
			diagnosis.NodeToStatus.SetAbsentNodesStatus(status)
			diagnosis.PreFilterMsg = status.Message()
			said.Message = c.message(pod, diagnosis)
		}
		return said
	}
	candidates := c.candidates(narrowed)
	if !narrowed.AllNodes() {
		absent := fwk.NewStatus(fwk.UnschedulableAndUnresolvable,
			fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", sets.List(plugins)))
		diagnosis.NodeToStatus.SetAbsentNodesStatus(absent)
		for _, node := range c.nodes {
			said.Nodes[node.Node().Name] = verdict{"rejected", refusalOf(absent)}
		}
	}
	feasible, broken := c.filter(state, pod, candidates, &said, &diagnosis)
	switch {
	case broken:
	case len(feasible) == 0:
		said.Message = c.message(pod, diagnosis)
	case len(feasible) > 1:
		c.score(state, pod, feasible, &said)
	}
	return said
}

func (c *court) candidates(narrowed *fwk.PreFilterResult) []fwk.NodeInfo {
	if narrowed.AllNodes() {
		return c.nodes
	}
	var left []fwk.NodeInfo
	for _, node := range c.nodes {
		if narrowed.NodeNames.Has(node.Node().Name) {
			left = append(left, node)
		}
	}
	return left
}

// filter tells the nodes that fit, and whether one ended in an error, which in the scheduler ends the whole search.
func (c *court) filter(state fwk.CycleState, pod *v1.Pod, candidates []fwk.NodeInfo, said *judgement, diagnosis *framework.Diagnosis) (feasible []fwk.NodeInfo, broken bool) {
	for _, node := range candidates {
		name := node.Node().Name
		status := c.profile.RunFilterPluginsWithNominatedPods(c.ctx, state, pod, node)
		if status.IsSuccess() {
			said.Nodes[name] = verdict{Kind: "fits"}
			feasible = append(feasible, node)
			continue
		}
		said.Nodes[name] = verdict{"rejected", refusalOf(status)}
		broken = broken || status.Code() == fwk.Error
		diagnosis.NodeToStatus.Set(name, status)
	}
	return feasible, broken
}

func (c *court) score(state fwk.CycleState, pod *v1.Pod, feasible []fwk.NodeInfo, said *judgement) {
	if status := c.profile.RunPreScorePlugins(c.ctx, state, pod, feasible); !status.IsSuccess() {
		said.ScoreError = status.Message()
		return
	}
	scored, status := c.profile.RunScorePlugins(c.ctx, state, pod, feasible)
	if !status.IsSuccess() {
		said.ScoreError = status.Message()
		return
	}
	said.Scores = map[string]pluginScores{}
	said.Totals = map[string]int64{}
	for _, node := range scored {
		said.Totals[node.Name] = node.TotalScore
		for i, weighted := range node.Scores {
			scores, ok := said.Scores[weighted.Name]
			if !ok {
				scores = pluginScores{Raw: map[string]int64{}, Normalised: map[string]int64{}}
				said.Scores[weighted.Name] = scores
			}
			scores.Raw[node.Name] = node.RawScores[i].Score
			scores.Normalised[node.Name] = weighted.Score / c.weights[weighted.Name]
		}
	}
}

func (c *court) message(pod *v1.Pod, diagnosis framework.Diagnosis) string {
	fit := framework.FitError{Pod: pod, NumAllNodes: c.snapshot.NumNodesInPlacement(), Diagnosis: diagnosis}
	return fit.Error()
}

func refusalOf(status *fwk.Status) *refusal {
	return &refusal{Plugin: status.Plugin(), Code: status.Code().String(), Reasons: status.Reasons()}
}
