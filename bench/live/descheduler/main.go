// Command descheduler is sigs.k8s.io/descheduler as it is released, but for one thing: outside a pod there are no files
// of a service account, from which the release makes its Prometheus client, so here it is handed one.
package main

import (
	"context"
	"flag"
	"os"

	promapi "github.com/prometheus/client_golang/api"
	"github.com/spf13/pflag"
	"k8s.io/klog/v2"
	"sigs.k8s.io/descheduler/cmd/descheduler/app"
	"sigs.k8s.io/descheduler/cmd/descheduler/app/options"
	"sigs.k8s.io/descheduler/pkg/descheduler"
)

func main() {
	if err := run(); err != nil {
		klog.ErrorS(err, "descheduler ended")
		os.Exit(1)
	}
}

func run() error {
	server, err := options.NewDeschedulerServer()
	if err != nil {
		return err
	}
	flags := pflag.NewFlagSet("descheduler", pflag.ContinueOnError)
	server.AddFlags(flags)
	logging := flag.NewFlagSet("", flag.ContinueOnError)
	klog.InitFlags(logging)
	flags.AddGoFlagSet(logging)
	address := flags.String("prometheus-url", "", "Where Prometheus is asked.")
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	if server.PrometheusClient, err = promapi.NewClient(promapi.Config{Address: *address}); err != nil {
		return err
	}
	descheduler.SetupPlugins()
	if err := server.Apply(); err != nil {
		return err
	}
	return app.Run(context.Background(), server)
}
