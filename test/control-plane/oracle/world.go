package main

import (
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// world is a cluster at rest and the pods to be judged in it.
type world struct {
	ID      string                     `json:"id"`
	Dialect string                     `json:"dialect"`
	Args    map[string]json.RawMessage `json:"args"`
	Objects objects                    `json:"objects"`
	Probes  []*v1.Pod                  `json:"probes"`
}

type objects struct {
	Nodes                  []*v1.Node                      `json:"nodes"`
	Pods                   []*v1.Pod                       `json:"pods"`
	Namespaces             []*v1.Namespace                 `json:"namespaces"`
	Services               []*v1.Service                   `json:"services"`
	ReplicationControllers []*v1.ReplicationController     `json:"replicationControllers"`
	ReplicaSets            []*appsv1.ReplicaSet            `json:"replicaSets"`
	StatefulSets           []*appsv1.StatefulSet           `json:"statefulSets"`
	PersistentVolumes      []*v1.PersistentVolume          `json:"persistentVolumes"`
	PersistentVolumeClaims []*v1.PersistentVolumeClaim     `json:"persistentVolumeClaims"`
	StorageClasses         []*storagev1.StorageClass       `json:"storageClasses"`
	CSINodes               []*storagev1.CSINode            `json:"csiNodes"`
	CSIDrivers             []*storagev1.CSIDriver          `json:"csiDrivers"`
	CSIStorageCapacities   []*storagev1.CSIStorageCapacity `json:"csiStorageCapacities"`
	VolumeAttachments      []*storagev1.VolumeAttachment   `json:"volumeAttachments"`
}

// each visits everything that the scheduler's informers would deliver. Nodes come last but for pods, so that a pod
// never meets a node it has to wait for; pods that have ended are never delivered.
func (o *objects) each(visit func(runtime.Object)) {
	visitAll(o.Namespaces, visit)
	visitAll(o.Services, visit)
	visitAll(o.ReplicationControllers, visit)
	visitAll(o.ReplicaSets, visit)
	visitAll(o.StatefulSets, visit)
	visitAll(o.PersistentVolumes, visit)
	visitAll(o.PersistentVolumeClaims, visit)
	visitAll(o.StorageClasses, visit)
	visitAll(o.CSINodes, visit)
	visitAll(o.CSIDrivers, visit)
	visitAll(o.CSIStorageCapacities, visit)
	visitAll(o.VolumeAttachments, visit)
	visitAll(o.Nodes, visit)
	for _, pod := range o.Pods {
		if pod.Status.Phase != v1.PodSucceeded && pod.Status.Phase != v1.PodFailed {
			visit(pod)
		}
	}
}

func visitAll[T runtime.Object](list []T, visit func(runtime.Object)) {
	for _, object := range list {
		visit(object)
	}
}
