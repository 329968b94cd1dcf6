package main

import (
	"fmt"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/informers/apps"
	"k8s.io/client-go/informers/core"
	"k8s.io/client-go/informers/internalinterfaces"
	"k8s.io/client-go/informers/policy"
	"k8s.io/client-go/informers/resource"
	"k8s.io/client-go/informers/scheduling"
	"k8s.io/client-go/informers/storage"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// instantFactory hands out informers that never ask a server: what is delivered to one is in its store, and with every
// handler, when deliver returns. Only the groups that the scheduler reads are answered; others would be nil.
type instantFactory struct {
	informers.SharedInformerFactory
	client kubernetes.Interface
	byType map[reflect.Type]*instantInformer
}

func newInstantFactory(client kubernetes.Interface) *instantFactory {
	return &instantFactory{client: client, byType: map[reflect.Type]*instantInformer{}}
}

func (f *instantFactory) InformerFor(of runtime.Object, create internalinterfaces.NewInformerFunc) cache.SharedIndexInformer {
	key := reflect.TypeOf(of)
	if found, ok := f.byType[key]; ok {
		return found
	}
	created := &instantInformer{SharedIndexInformer: create(f.client, 0)}
	f.byType[key] = created
	return created
}

func (f *instantFactory) InformerName() *cache.InformerName { return nil }

func (f *instantFactory) Apps() apps.Interface             { return apps.New(f, "", nil) }
func (f *instantFactory) Core() core.Interface             { return core.New(f, "", nil) }
func (f *instantFactory) Policy() policy.Interface         { return policy.New(f, "", nil) }
func (f *instantFactory) Resource() resource.Interface     { return resource.New(f, "", nil) }
func (f *instantFactory) Scheduling() scheduling.Interface { return scheduling.New(f, "", nil) }
func (f *instantFactory) Storage() storage.Interface       { return storage.New(f, "", nil) }

// deliver does what a watch event would. Kinds that no plugin looks at are left out, as the scheduler would.
func (f *instantFactory) deliver(object runtime.Object) error {
	informer, ok := f.byType[reflect.TypeOf(object)]
	if !ok {
		return nil
	}
	if err := informer.GetIndexer().Add(object); err != nil {
		return fmt.Errorf("storing a %T: %w", object, err)
	}
	for _, handler := range informer.handlers {
		handler.OnAdd(object, true)
	}
	return nil
}

type instantInformer struct {
	cache.SharedIndexInformer
	handlers []cache.ResourceEventHandler
}

func (i *instantInformer) AddEventHandler(handler cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	for _, object := range i.GetStore().List() {
		handler.OnAdd(object, true)
	}
	i.handlers = append(i.handlers, handler)
	return registered{}, nil
}

func (i *instantInformer) AddEventHandlerWithResyncPeriod(handler cache.ResourceEventHandler, _ time.Duration) (cache.ResourceEventHandlerRegistration, error) {
	return i.AddEventHandler(handler)
}

func (i *instantInformer) AddEventHandlerWithOptions(handler cache.ResourceEventHandler, _ cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	return i.AddEventHandler(handler)
}

func (i *instantInformer) HasSynced() bool                     { return true }
func (i *instantInformer) HasSyncedChecker() cache.DoneChecker { return done{} }

type registered struct{}

func (registered) HasSynced() bool                     { return true }
func (registered) HasSyncedChecker() cache.DoneChecker { return done{} }

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

type done struct{}

func (done) Name() string          { return "instant" }
func (done) Done() <-chan struct{} { return closed }
