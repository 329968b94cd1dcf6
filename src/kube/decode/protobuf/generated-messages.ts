// Made by `node scripts/generate-protobuf-messages.ts` from k8s.io/api v0.37.2 and k8s.io/apimachinery v0.37.2: edits here are lost.

/**
 * How the API server writes its kinds in protobuf, and where its JSON differs. A message by its name, then a field a
 * line: its name in JSON, its number, its type (of the same package where it has no dots). `inline`: JSON has the fields
 * of this message among its own. `zero`: JSON writes "", 0 and false; without it, it leaves the field out.
 */
export const generatedMessages: string = `
k8s.io.api.apps.v1.DaemonSet
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 DaemonSetSpec
 status 3 DaemonSetStatus
k8s.io.api.apps.v1.DaemonSetCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 3 Time
 reason 4 string
 message 5 string
k8s.io.api.apps.v1.DaemonSetSpec
 selector 1 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 template 2 k8s.io.api.core.v1.PodTemplateSpec
 updateStrategy 3 DaemonSetUpdateStrategy
 minReadySeconds 4 int32
 revisionHistoryLimit 6 int32 zero
k8s.io.api.apps.v1.DaemonSetStatus
 currentNumberScheduled 1 int32 zero
 numberMisscheduled 2 int32 zero
 desiredNumberScheduled 3 int32 zero
 numberReady 4 int32 zero
 observedGeneration 5 int64
 updatedNumberScheduled 6 int32
 numberAvailable 7 int32
 numberUnavailable 8 int32
 collisionCount 9 int32 zero
 conditions 10 DaemonSetCondition[]
k8s.io.api.apps.v1.DaemonSetUpdateStrategy
 type 1 string
 rollingUpdate 2 RollingUpdateDaemonSet
k8s.io.api.apps.v1.Deployment
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 DeploymentSpec
 status 3 DeploymentStatus
k8s.io.api.apps.v1.DeploymentCondition
 type 1 string zero
 status 2 string zero
 lastUpdateTime 6 Time
 lastTransitionTime 7 Time
 reason 4 string
 message 5 string
k8s.io.api.apps.v1.DeploymentSpec
 replicas 1 int32 zero
 selector 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 template 3 k8s.io.api.core.v1.PodTemplateSpec
 strategy 4 DeploymentStrategy
 minReadySeconds 5 int32
 revisionHistoryLimit 6 int32 zero
 paused 7 bool
 progressDeadlineSeconds 9 int32 zero
k8s.io.api.apps.v1.DeploymentStatus
 observedGeneration 1 int64
 replicas 2 int32
 updatedReplicas 3 int32
 readyReplicas 7 int32
 availableReplicas 4 int32
 unavailableReplicas 5 int32
 terminatingReplicas 9 int32 zero
 conditions 6 DeploymentCondition[]
 collisionCount 8 int32 zero
k8s.io.api.apps.v1.DeploymentStrategy
 type 1 string
 rollingUpdate 2 RollingUpdateDeployment
k8s.io.api.apps.v1.ReplicaSet
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 ReplicaSetSpec
 status 3 ReplicaSetStatus
k8s.io.api.apps.v1.ReplicaSetCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 3 Time
 reason 4 string
 message 5 string
k8s.io.api.apps.v1.ReplicaSetSpec
 replicas 1 int32 zero
 minReadySeconds 4 int32
 selector 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 template 3 k8s.io.api.core.v1.PodTemplateSpec
k8s.io.api.apps.v1.ReplicaSetStatus
 replicas 1 int32 zero
 fullyLabeledReplicas 2 int32
 readyReplicas 4 int32
 availableReplicas 5 int32
 terminatingReplicas 7 int32 zero
 observedGeneration 3 int64
 conditions 6 ReplicaSetCondition[]
k8s.io.api.apps.v1.RollingUpdateDaemonSet
 maxUnavailable 1 IntOrString
 maxSurge 2 IntOrString
k8s.io.api.apps.v1.RollingUpdateDeployment
 maxUnavailable 1 IntOrString
 maxSurge 2 IntOrString
k8s.io.api.apps.v1.RollingUpdateStatefulSetStrategy
 partition 1 int32 zero
 maxUnavailable 2 IntOrString
k8s.io.api.apps.v1.StatefulSet
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 StatefulSetSpec
 status 3 StatefulSetStatus
k8s.io.api.apps.v1.StatefulSetCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 3 Time
 reason 4 string
 message 5 string
k8s.io.api.apps.v1.StatefulSetOrdinals
 start 1 int32 zero
k8s.io.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
 whenDeleted 1 string
 whenScaled 2 string
k8s.io.api.apps.v1.StatefulSetSpec
 replicas 1 int32 zero
 selector 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 template 3 k8s.io.api.core.v1.PodTemplateSpec
 volumeClaimTemplates 4 k8s.io.api.core.v1.PersistentVolumeClaim[]
 serviceName 5 string zero
 podManagementPolicy 6 string
 updateStrategy 7 StatefulSetUpdateStrategy
 revisionHistoryLimit 8 int32 zero
 minReadySeconds 9 int32
 persistentVolumeClaimRetentionPolicy 10 StatefulSetPersistentVolumeClaimRetentionPolicy
 ordinals 11 StatefulSetOrdinals
k8s.io.api.apps.v1.StatefulSetStatus
 observedGeneration 1 int64
 replicas 2 int32 zero
 readyReplicas 3 int32
 currentReplicas 4 int32
 updatedReplicas 5 int32
 currentRevision 6 string
 updateRevision 7 string
 collisionCount 9 int32 zero
 conditions 10 StatefulSetCondition[]
 availableReplicas 11 int32 zero
k8s.io.api.apps.v1.StatefulSetUpdateStrategy
 type 1 string
 rollingUpdate 2 RollingUpdateStatefulSetStrategy
k8s.io.api.autoscaling.v2.ContainerResourceMetricSource
 name 1 string zero
 target 2 MetricTarget
 container 3 string zero
k8s.io.api.autoscaling.v2.ContainerResourceMetricStatus
 name 1 string zero
 current 2 MetricValueStatus
 container 3 string zero
k8s.io.api.autoscaling.v2.CrossVersionObjectReference
 kind 1 string zero
 name 2 string zero
 apiVersion 3 string
k8s.io.api.autoscaling.v2.ExternalMetricSource
 metric 1 MetricIdentifier
 target 2 MetricTarget
k8s.io.api.autoscaling.v2.ExternalMetricStatus
 metric 1 MetricIdentifier
 current 2 MetricValueStatus
k8s.io.api.autoscaling.v2.HPAScalingPolicy
 type 1 string zero
 value 2 int32 zero
 periodSeconds 3 int32 zero
k8s.io.api.autoscaling.v2.HPAScalingRules
 stabilizationWindowSeconds 3 int32 zero
 selectPolicy 1 string zero
 policies 2 HPAScalingPolicy[]
 tolerance 4 Quantity
k8s.io.api.autoscaling.v2.HorizontalPodAutoscaler
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 HorizontalPodAutoscalerSpec
 status 3 HorizontalPodAutoscalerStatus
k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerBehavior
 scaleUp 1 HPAScalingRules
 scaleDown 2 HPAScalingRules
k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 3 Time
 reason 4 string
 message 5 string
 observedGeneration 6 int64 zero
k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerSpec
 scaleTargetRef 1 CrossVersionObjectReference
 minReplicas 2 int32 zero
 maxReplicas 3 int32 zero
 metrics 4 MetricSpec[]
 behavior 5 HorizontalPodAutoscalerBehavior
k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerStatus
 observedGeneration 1 int64 zero
 lastScaleTime 2 Time
 currentReplicas 3 int32
 desiredReplicas 4 int32 zero
 currentMetrics 5 MetricStatus[]
 conditions 6 HorizontalPodAutoscalerCondition[]
k8s.io.api.autoscaling.v2.MetricIdentifier
 name 1 string zero
 selector 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
k8s.io.api.autoscaling.v2.MetricSpec
 type 1 string zero
 object 2 ObjectMetricSource
 pods 3 PodsMetricSource
 resource 4 ResourceMetricSource
 containerResource 7 ContainerResourceMetricSource
 external 5 ExternalMetricSource
k8s.io.api.autoscaling.v2.MetricStatus
 type 1 string zero
 object 2 ObjectMetricStatus
 pods 3 PodsMetricStatus
 resource 4 ResourceMetricStatus
 containerResource 7 ContainerResourceMetricStatus
 external 5 ExternalMetricStatus
k8s.io.api.autoscaling.v2.MetricTarget
 type 1 string zero
 value 2 Quantity
 averageValue 3 Quantity
 averageUtilization 4 int32 zero
k8s.io.api.autoscaling.v2.MetricValueStatus
 value 1 Quantity
 averageValue 2 Quantity
 averageUtilization 3 int32 zero
k8s.io.api.autoscaling.v2.ObjectMetricSource
 describedObject 1 CrossVersionObjectReference
 target 2 MetricTarget
 metric 3 MetricIdentifier
k8s.io.api.autoscaling.v2.ObjectMetricStatus
 metric 1 MetricIdentifier
 current 2 MetricValueStatus
 describedObject 3 CrossVersionObjectReference
k8s.io.api.autoscaling.v2.PodsMetricSource
 metric 1 MetricIdentifier
 target 2 MetricTarget
k8s.io.api.autoscaling.v2.PodsMetricStatus
 metric 1 MetricIdentifier
 current 2 MetricValueStatus
k8s.io.api.autoscaling.v2.ResourceMetricSource
 name 1 string zero
 target 2 MetricTarget
k8s.io.api.autoscaling.v2.ResourceMetricStatus
 name 1 string zero
 current 2 MetricValueStatus
k8s.io.api.batch.v1.CronJob
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 CronJobSpec
 status 3 CronJobStatus
k8s.io.api.batch.v1.CronJobSpec
 schedule 1 string zero
 timeZone 8 string zero
 startingDeadlineSeconds 2 int64 zero
 concurrencyPolicy 3 string
 suspend 4 bool zero
 jobTemplate 5 JobTemplateSpec
 successfulJobsHistoryLimit 6 int32 zero
 failedJobsHistoryLimit 7 int32 zero
k8s.io.api.batch.v1.CronJobStatus
 active 1 k8s.io.api.core.v1.ObjectReference[]
 lastScheduleTime 4 Time
 lastSuccessfulTime 5 Time
k8s.io.api.batch.v1.Job
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 JobSpec
 status 3 JobStatus
k8s.io.api.batch.v1.JobCondition
 type 1 string zero
 status 2 string zero
 lastProbeTime 3 Time
 lastTransitionTime 4 Time
 reason 5 string
 message 6 string
k8s.io.api.batch.v1.JobSchedulingConfiguration
 schedulingPolicy 1 k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 schedulingConstraints 2 k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 disruptionMode 3 k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 resourceClaims 4 k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupResourceClaim[]
k8s.io.api.batch.v1.JobSpec
 parallelism 1 int32 zero
 completions 2 int32 zero
 activeDeadlineSeconds 3 int64 zero
 podFailurePolicy 11 PodFailurePolicy
 successPolicy 16 SuccessPolicy
 backoffLimit 7 int32 zero
 backoffLimitPerIndex 12 int32 zero
 maxFailedIndexes 13 int32 zero
 selector 4 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 manualSelector 5 bool zero
 template 6 k8s.io.api.core.v1.PodTemplateSpec
 ttlSecondsAfterFinished 8 int32 zero
 completionMode 9 string zero
 suspend 10 bool zero
 podReplacementPolicy 14 string zero
 managedBy 15 string zero
 scheduling 17 JobSchedulingConfiguration
k8s.io.api.batch.v1.JobStatus
 conditions 1 JobCondition[]
 startTime 2 Time
 completionTime 3 Time
 active 4 int32
 succeeded 5 int32
 failed 6 int32
 terminating 11 int32 zero
 completedIndexes 7 string
 failedIndexes 10 string zero
 uncountedTerminatedPods 8 UncountedTerminatedPods
 ready 9 int32 zero
k8s.io.api.batch.v1.JobTemplateSpec
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 JobSpec
k8s.io.api.batch.v1.PodFailurePolicy
 rules 1 PodFailurePolicyRule[]
k8s.io.api.batch.v1.PodFailurePolicyOnExitCodesRequirement
 containerName 1 string zero
 operator 2 string zero
 values 3 int32[]
k8s.io.api.batch.v1.PodFailurePolicyOnPodConditionsPattern
 type 1 string zero
 status 2 string zero
k8s.io.api.batch.v1.PodFailurePolicyRule
 action 1 string zero
 onExitCodes 2 PodFailurePolicyOnExitCodesRequirement
 onPodConditions 3 PodFailurePolicyOnPodConditionsPattern[]
k8s.io.api.batch.v1.SuccessPolicy
 rules 1 SuccessPolicyRule[]
k8s.io.api.batch.v1.SuccessPolicyRule
 succeededIndexes 1 string zero
 succeededCount 2 int32 zero
k8s.io.api.batch.v1.UncountedTerminatedPods
 succeeded 1 string[]
 failed 2 string[]
k8s.io.api.coordination.v1.Lease
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 LeaseSpec
k8s.io.api.coordination.v1.LeaseSpec
 holderIdentity 1 string zero
 leaseDurationSeconds 2 int32 zero
 acquireTime 3 MicroTime
 renewTime 4 MicroTime
 leaseTransitions 5 int32 zero
 strategy 6 string zero
 preferredHolder 7 string zero
k8s.io.api.core.v1.AWSElasticBlockStoreVolumeSource
 volumeID 1 string zero
 fsType 2 string
 partition 3 int32
 readOnly 4 bool
k8s.io.api.core.v1.Affinity
 nodeAffinity 1 NodeAffinity
 podAffinity 2 PodAffinity
 podAntiAffinity 3 PodAntiAffinity
k8s.io.api.core.v1.AppArmorProfile
 type 1 string zero
 localhostProfile 2 string zero
k8s.io.api.core.v1.AttachedVolume
 name 1 string zero
 devicePath 2 string zero
k8s.io.api.core.v1.AzureDiskVolumeSource
 diskName 1 string zero
 diskURI 2 string zero
 cachingMode 3 string zero
 fsType 4 string zero
 readOnly 5 bool zero
 kind 6 string zero
k8s.io.api.core.v1.AzureFilePersistentVolumeSource
 secretName 1 string zero
 shareName 2 string zero
 readOnly 3 bool
 secretNamespace 4 string zero
k8s.io.api.core.v1.AzureFileVolumeSource
 secretName 1 string zero
 shareName 2 string zero
 readOnly 3 bool
k8s.io.api.core.v1.CSIPersistentVolumeSource
 driver 1 string zero
 volumeHandle 2 string zero
 readOnly 3 bool
 fsType 4 string
 volumeAttributes 5 map<string>
 controllerPublishSecretRef 6 SecretReference
 nodeStageSecretRef 7 SecretReference
 nodePublishSecretRef 8 SecretReference
 controllerExpandSecretRef 9 SecretReference
 nodeExpandSecretRef 10 SecretReference
k8s.io.api.core.v1.CSIVolumeSource
 driver 1 string zero
 readOnly 2 bool zero
 fsType 3 string zero
 volumeAttributes 4 map<string>
 nodePublishSecretRef 5 LocalObjectReference
k8s.io.api.core.v1.Capabilities
 add 1 string[]
 drop 2 string[]
k8s.io.api.core.v1.CephFSPersistentVolumeSource
 monitors 1 string[]
 path 2 string
 user 3 string
 secretFile 4 string
 secretRef 5 SecretReference
 readOnly 6 bool
k8s.io.api.core.v1.CephFSVolumeSource
 monitors 1 string[]
 path 2 string
 user 3 string
 secretFile 4 string
 secretRef 5 LocalObjectReference
 readOnly 6 bool
k8s.io.api.core.v1.CinderPersistentVolumeSource
 volumeID 1 string zero
 fsType 2 string
 readOnly 3 bool
 secretRef 4 SecretReference
k8s.io.api.core.v1.CinderVolumeSource
 volumeID 1 string zero
 fsType 2 string
 readOnly 3 bool
 secretRef 4 LocalObjectReference
k8s.io.api.core.v1.ClientIPConfig
 timeoutSeconds 1 int32 zero
k8s.io.api.core.v1.ClusterTrustBundleProjection
 name 1 string zero
 signerName 2 string zero
 labelSelector 3 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 optional 5 bool zero
 path 4 string zero
 user 6 int64 zero
k8s.io.api.core.v1.ConfigMap
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 immutable 4 bool zero
 data 2 map<string>
 binaryData 3 map<bytes>
k8s.io.api.core.v1.ConfigMapEnvSource
 - 1 LocalObjectReference inline
 optional 2 bool zero
k8s.io.api.core.v1.ConfigMapKeySelector
 - 1 LocalObjectReference inline
 key 2 string zero
 optional 3 bool zero
k8s.io.api.core.v1.ConfigMapNodeConfigSource
 namespace 1 string zero
 name 2 string zero
 uid 3 string
 resourceVersion 4 string
 kubeletConfigKey 5 string zero
k8s.io.api.core.v1.ConfigMapProjection
 - 1 LocalObjectReference inline
 items 2 KeyToPath[]
 optional 4 bool zero
k8s.io.api.core.v1.ConfigMapVolumeSource
 - 1 LocalObjectReference inline
 items 2 KeyToPath[]
 defaultMode 3 int32 zero
 optional 4 bool zero
 defaultUser 5 int64 zero
k8s.io.api.core.v1.Container
 name 1 string zero
 image 2 string
 command 3 string[]
 args 4 string[]
 workingDir 5 string
 ports 6 ContainerPort[]
 envFrom 19 EnvFromSource[]
 env 7 EnvVar[]
 resources 8 ResourceRequirements
 resizePolicy 23 ContainerResizePolicy[]
 restartPolicy 24 string zero
 restartPolicyRules 25 ContainerRestartRule[]
 volumeMounts 9 VolumeMount[]
 volumeDevices 21 VolumeDevice[]
 livenessProbe 10 Probe
 readinessProbe 11 Probe
 startupProbe 22 Probe
 lifecycle 12 Lifecycle
 terminationMessagePath 13 string
 terminationMessagePolicy 20 string
 imagePullPolicy 14 string
 securityContext 15 SecurityContext
 stdin 16 bool
 stdinOnce 17 bool
 tty 18 bool
k8s.io.api.core.v1.ContainerExtendedResourceRequest
 containerName 1 string zero
 resourceName 2 string zero
 requestName 3 string zero
k8s.io.api.core.v1.ContainerImage
 names 1 string[]
 sizeBytes 2 int64
k8s.io.api.core.v1.ContainerPort
 name 1 string
 hostPort 2 int32
 containerPort 3 int32 zero
 protocol 4 string
 hostIP 5 string
k8s.io.api.core.v1.ContainerResizePolicy
 resourceName 1 string zero
 restartPolicy 2 string zero
k8s.io.api.core.v1.ContainerRestartRule
 action 1 string
 exitCodes 2 ContainerRestartRuleOnExitCodes
k8s.io.api.core.v1.ContainerRestartRuleOnExitCodes
 operator 1 string
 values 2 int32[]
k8s.io.api.core.v1.ContainerState
 waiting 1 ContainerStateWaiting
 running 2 ContainerStateRunning
 terminated 3 ContainerStateTerminated
k8s.io.api.core.v1.ContainerStateRunning
 startedAt 1 Time
k8s.io.api.core.v1.ContainerStateTerminated
 exitCode 1 int32 zero
 signal 2 int32
 reason 3 string
 message 4 string
 startedAt 5 Time
 finishedAt 6 Time
 containerID 7 string
k8s.io.api.core.v1.ContainerStateWaiting
 reason 1 string
 message 2 string
k8s.io.api.core.v1.ContainerStatus
 name 1 string zero
 state 2 ContainerState
 lastState 3 ContainerState
 ready 4 bool zero
 restartCount 5 int32 zero
 image 6 string zero
 imageID 7 string zero
 containerID 8 string
 started 9 bool zero
 allocatedResources 10 map<Quantity>
 resources 11 ResourceRequirements
 volumeMounts 12 VolumeMountStatus[]
 user 13 ContainerUser
 allocatedResourcesStatus 14 ResourceStatus[]
 stopSignal 15 string zero
k8s.io.api.core.v1.ContainerUser
 linux 1 LinuxContainerUser
k8s.io.api.core.v1.DaemonEndpoint
 Port 1 int32 zero
k8s.io.api.core.v1.DownwardAPIProjection
 items 1 DownwardAPIVolumeFile[]
k8s.io.api.core.v1.DownwardAPIVolumeFile
 path 1 string zero
 fieldRef 2 ObjectFieldSelector
 resourceFieldRef 3 ResourceFieldSelector
 mode 4 int32 zero
 user 5 int64 zero
k8s.io.api.core.v1.DownwardAPIVolumeSource
 items 1 DownwardAPIVolumeFile[]
 defaultMode 2 int32 zero
 defaultUser 3 int64 zero
k8s.io.api.core.v1.EmptyDirVolumeSource
 medium 1 string
 sizeLimit 2 Quantity
 mode 3 int32 zero
k8s.io.api.core.v1.EnvFromSource
 prefix 1 string
 configMapRef 2 ConfigMapEnvSource
 secretRef 3 SecretEnvSource
k8s.io.api.core.v1.EnvVar
 name 1 string zero
 value 2 string
 valueFrom 3 EnvVarSource
k8s.io.api.core.v1.EnvVarSource
 fieldRef 1 ObjectFieldSelector
 resourceFieldRef 2 ResourceFieldSelector
 configMapKeyRef 3 ConfigMapKeySelector
 secretKeyRef 4 SecretKeySelector
 fileKeyRef 5 FileKeySelector
k8s.io.api.core.v1.EphemeralContainer
 - 1 EphemeralContainerCommon inline
 targetContainerName 2 string
k8s.io.api.core.v1.EphemeralContainerCommon
 name 1 string zero
 image 2 string
 command 3 string[]
 args 4 string[]
 workingDir 5 string
 ports 6 ContainerPort[]
 envFrom 19 EnvFromSource[]
 env 7 EnvVar[]
 resources 8 ResourceRequirements
 resizePolicy 23 ContainerResizePolicy[]
 restartPolicy 24 string zero
 restartPolicyRules 25 ContainerRestartRule[]
 volumeMounts 9 VolumeMount[]
 volumeDevices 21 VolumeDevice[]
 livenessProbe 10 Probe
 readinessProbe 11 Probe
 startupProbe 22 Probe
 lifecycle 12 Lifecycle
 terminationMessagePath 13 string
 terminationMessagePolicy 20 string
 imagePullPolicy 14 string
 securityContext 15 SecurityContext
 stdin 16 bool
 stdinOnce 17 bool
 tty 18 bool
k8s.io.api.core.v1.EphemeralVolumeSource
 volumeClaimTemplate 1 PersistentVolumeClaimTemplate
k8s.io.api.core.v1.EvictionResponder
 name 1 string zero
 priority 2 int32 zero
k8s.io.api.core.v1.ExecAction
 command 1 string[]
k8s.io.api.core.v1.FCVolumeSource
 targetWWNs 1 string[]
 lun 2 int32 zero
 fsType 3 string
 readOnly 4 bool
 wwids 5 string[]
k8s.io.api.core.v1.FileKeySelector
 volumeName 1 string zero
 path 2 string zero
 key 3 string zero
 optional 4 bool zero
k8s.io.api.core.v1.FlexPersistentVolumeSource
 driver 1 string zero
 fsType 2 string
 secretRef 3 SecretReference
 readOnly 4 bool
 options 5 map<string>
k8s.io.api.core.v1.FlexVolumeSource
 driver 1 string zero
 fsType 2 string
 secretRef 3 LocalObjectReference
 readOnly 4 bool
 options 5 map<string>
k8s.io.api.core.v1.FlockerVolumeSource
 datasetName 1 string
 datasetUUID 2 string
k8s.io.api.core.v1.GCEPersistentDiskVolumeSource
 pdName 1 string zero
 fsType 2 string
 partition 3 int32
 readOnly 4 bool
k8s.io.api.core.v1.GRPCAction
 port 1 int32 zero
 service 2 string zero
 mode 3 string zero
k8s.io.api.core.v1.GitRepoVolumeSource
 repository 1 string zero
 revision 2 string
 directory 3 string
k8s.io.api.core.v1.GlusterfsPersistentVolumeSource
 endpoints 1 string zero
 path 2 string zero
 readOnly 3 bool
 endpointsNamespace 4 string zero
k8s.io.api.core.v1.GlusterfsVolumeSource
 endpoints 1 string zero
 path 2 string zero
 readOnly 3 bool
k8s.io.api.core.v1.HTTPGetAction
 path 1 string
 port 2 IntOrString
 host 3 string
 scheme 4 string
 httpHeaders 5 HTTPHeader[]
 protocol 6 string zero
k8s.io.api.core.v1.HTTPHeader
 name 1 string zero
 value 2 string zero
k8s.io.api.core.v1.HostAlias
 ip 1 string zero
 hostnames 2 string[]
k8s.io.api.core.v1.HostIP
 ip 1 string zero
k8s.io.api.core.v1.HostPathVolumeSource
 path 1 string zero
 type 2 string zero
k8s.io.api.core.v1.ISCSIPersistentVolumeSource
 targetPortal 1 string zero
 iqn 2 string zero
 lun 3 int32 zero
 iscsiInterface 4 string
 fsType 5 string
 readOnly 6 bool
 portals 7 string[]
 chapAuthDiscovery 8 bool
 chapAuthSession 11 bool
 secretRef 10 SecretReference
 initiatorName 12 string zero
k8s.io.api.core.v1.ISCSIVolumeSource
 targetPortal 1 string zero
 iqn 2 string zero
 lun 3 int32 zero
 iscsiInterface 4 string
 fsType 5 string
 readOnly 6 bool
 portals 7 string[]
 chapAuthDiscovery 8 bool
 chapAuthSession 11 bool
 secretRef 10 LocalObjectReference
 initiatorName 12 string zero
k8s.io.api.core.v1.ImageVolumeSource
 reference 1 string
 pullPolicy 2 string
k8s.io.api.core.v1.ImageVolumeStatus
 imageRef 1 string
k8s.io.api.core.v1.KeyToPath
 key 1 string zero
 path 2 string zero
 mode 3 int32 zero
 user 4 int64 zero
k8s.io.api.core.v1.Lifecycle
 postStart 1 LifecycleHandler
 preStop 2 LifecycleHandler
 stopSignal 3 string zero
k8s.io.api.core.v1.LifecycleHandler
 exec 1 ExecAction
 httpGet 2 HTTPGetAction
 tcpSocket 3 TCPSocketAction
 sleep 4 SleepAction
k8s.io.api.core.v1.LinuxContainerUser
 uid 1 int64 zero
 gid 2 int64 zero
 supplementalGroups 3 int64[]
k8s.io.api.core.v1.LoadBalancerIngress
 ip 1 string
 hostname 2 string
 ipMode 3 string zero
 ports 4 PortStatus[]
k8s.io.api.core.v1.LoadBalancerStatus
 ingress 1 LoadBalancerIngress[]
k8s.io.api.core.v1.LocalObjectReference
 name 1 string
k8s.io.api.core.v1.LocalVolumeSource
 path 1 string zero
 fsType 2 string zero
k8s.io.api.core.v1.ModifyVolumeStatus
 targetVolumeAttributesClassName 1 string
 status 2 string zero
k8s.io.api.core.v1.NFSVolumeSource
 server 1 string zero
 path 2 string zero
 readOnly 3 bool
k8s.io.api.core.v1.Namespace
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 NamespaceSpec
 status 3 NamespaceStatus
k8s.io.api.core.v1.NamespaceCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 4 Time
 reason 5 string
 message 6 string
k8s.io.api.core.v1.NamespaceSpec
 finalizers 1 string[]
k8s.io.api.core.v1.NamespaceStatus
 phase 1 string
 conditions 2 NamespaceCondition[]
k8s.io.api.core.v1.Node
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 NodeSpec
 status 3 NodeStatus
k8s.io.api.core.v1.NodeAddress
 type 1 string zero
 address 2 string zero
k8s.io.api.core.v1.NodeAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 NodeSelector
 preferredDuringSchedulingIgnoredDuringExecution 2 PreferredSchedulingTerm[]
k8s.io.api.core.v1.NodeAllocatableMappedResources
 name 1 string zero
 quantity 2 Quantity
k8s.io.api.core.v1.NodeAllocatableOverheadResources
 name 1 string zero
 perPod 2 Quantity
 perContainer 3 Quantity
k8s.io.api.core.v1.NodeAllocatableResourceClaimStatus
 resourceClaimName 1 string zero
 containers 2 string[]
 mapping 4 NodeAllocatableMappedResources[]
 overhead 5 NodeAllocatableOverheadResources[]
k8s.io.api.core.v1.NodeCondition
 type 1 string zero
 status 2 string zero
 lastHeartbeatTime 3 Time
 lastTransitionTime 4 Time
 reason 5 string
 message 6 string
k8s.io.api.core.v1.NodeConfigSource
 configMap 2 ConfigMapNodeConfigSource
k8s.io.api.core.v1.NodeConfigStatus
 assigned 1 NodeConfigSource
 active 2 NodeConfigSource
 lastKnownGood 3 NodeConfigSource
 error 4 string
k8s.io.api.core.v1.NodeDaemonEndpoints
 kubeletEndpoint 1 DaemonEndpoint
k8s.io.api.core.v1.NodeFeatures
 supplementalGroupsPolicy 1 bool zero
k8s.io.api.core.v1.NodePodPreemptionPolicy
 disableResizePreemption 1 string[]
k8s.io.api.core.v1.NodeRuntimeHandler
 name 1 string zero
 features 2 NodeRuntimeHandlerFeatures
k8s.io.api.core.v1.NodeRuntimeHandlerFeatures
 recursiveReadOnlyMounts 1 bool zero
 userNamespaces 2 bool zero
k8s.io.api.core.v1.NodeSelector
 nodeSelectorTerms 1 NodeSelectorTerm[]
k8s.io.api.core.v1.NodeSelectorRequirement
 key 1 string zero
 operator 2 string zero
 values 3 string[]
k8s.io.api.core.v1.NodeSelectorTerm
 matchExpressions 1 NodeSelectorRequirement[]
 matchFields 2 NodeSelectorRequirement[]
k8s.io.api.core.v1.NodeSpec
 podCIDR 1 string
 podCIDRs 7 string[]
 providerID 3 string
 unschedulable 4 bool
 taints 5 Taint[]
 configSource 6 NodeConfigSource
 externalID 2 string
 podPreemptionPolicy 8 NodePodPreemptionPolicy
k8s.io.api.core.v1.NodeStatus
 capacity 1 map<Quantity>
 allocatable 2 map<Quantity>
 phase 3 string
 conditions 4 NodeCondition[]
 addresses 5 NodeAddress[]
 daemonEndpoints 6 NodeDaemonEndpoints
 nodeInfo 7 NodeSystemInfo
 images 8 ContainerImage[]
 volumesInUse 9 string[]
 volumesAttached 10 AttachedVolume[]
 config 11 NodeConfigStatus
 runtimeHandlers 12 NodeRuntimeHandler[]
 features 13 NodeFeatures
 declaredFeatures 14 string[]
k8s.io.api.core.v1.NodeSwapStatus
 capacity 1 int64 zero
k8s.io.api.core.v1.NodeSystemInfo
 machineID 1 string zero
 systemUUID 2 string zero
 bootID 3 string zero
 kernelVersion 4 string zero
 osImage 5 string zero
 containerRuntimeVersion 6 string zero
 kubeletVersion 7 string zero
 kubeProxyVersion 8 string zero
 operatingSystem 9 string zero
 architecture 10 string zero
 swap 11 NodeSwapStatus
 runningInUserNamespace 12 bool zero
k8s.io.api.core.v1.ObjectFieldSelector
 apiVersion 1 string
 fieldPath 2 string zero
k8s.io.api.core.v1.ObjectReference
 kind 1 string
 namespace 2 string
 name 3 string
 uid 4 string
 apiVersion 5 string
 resourceVersion 6 string
 fieldPath 7 string
k8s.io.api.core.v1.PersistentVolume
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PersistentVolumeSpec
 status 3 PersistentVolumeStatus
k8s.io.api.core.v1.PersistentVolumeClaim
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PersistentVolumeClaimSpec
 status 3 PersistentVolumeClaimStatus
k8s.io.api.core.v1.PersistentVolumeClaimCondition
 type 1 string zero
 status 2 string zero
 lastProbeTime 3 Time
 lastTransitionTime 4 Time
 reason 5 string
 message 6 string
k8s.io.api.core.v1.PersistentVolumeClaimSpec
 accessModes 1 string[]
 selector 4 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 resources 2 VolumeResourceRequirements
 volumeName 3 string
 storageClassName 5 string zero
 volumeMode 6 string zero
 dataSource 7 TypedLocalObjectReference
 dataSourceRef 8 TypedObjectReference
 volumeAttributesClassName 9 string zero
k8s.io.api.core.v1.PersistentVolumeClaimStatus
 phase 1 string
 accessModes 2 string[]
 capacity 3 map<Quantity>
 conditions 4 PersistentVolumeClaimCondition[]
 allocatedResources 5 map<Quantity>
 allocatedResourceStatuses 7 map<string>
 currentVolumeAttributesClassName 8 string zero
 modifyVolumeStatus 9 ModifyVolumeStatus
 healthStatus 10 VolumeHealthStatus
k8s.io.api.core.v1.PersistentVolumeClaimTemplate
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PersistentVolumeClaimSpec
k8s.io.api.core.v1.PersistentVolumeClaimVolumeSource
 claimName 1 string zero
 readOnly 2 bool
k8s.io.api.core.v1.PersistentVolumeSource
 gcePersistentDisk 1 GCEPersistentDiskVolumeSource
 awsElasticBlockStore 2 AWSElasticBlockStoreVolumeSource
 hostPath 3 HostPathVolumeSource
 glusterfs 4 GlusterfsPersistentVolumeSource
 nfs 5 NFSVolumeSource
 rbd 6 RBDPersistentVolumeSource
 iscsi 7 ISCSIPersistentVolumeSource
 cinder 8 CinderPersistentVolumeSource
 cephfs 9 CephFSPersistentVolumeSource
 fc 10 FCVolumeSource
 flocker 11 FlockerVolumeSource
 flexVolume 12 FlexPersistentVolumeSource
 azureFile 13 AzureFilePersistentVolumeSource
 vsphereVolume 14 VsphereVirtualDiskVolumeSource
 quobyte 15 QuobyteVolumeSource
 azureDisk 16 AzureDiskVolumeSource
 photonPersistentDisk 17 PhotonPersistentDiskVolumeSource
 portworxVolume 18 PortworxVolumeSource
 scaleIO 19 ScaleIOPersistentVolumeSource
 local 20 LocalVolumeSource
 storageos 21 StorageOSPersistentVolumeSource
 csi 22 CSIPersistentVolumeSource
k8s.io.api.core.v1.PersistentVolumeSpec
 capacity 1 map<Quantity>
 - 2 PersistentVolumeSource inline
 accessModes 3 string[]
 claimRef 4 ObjectReference
 persistentVolumeReclaimPolicy 5 string
 storageClassName 6 string
 mountOptions 7 string[]
 volumeMode 8 string zero
 nodeAffinity 9 VolumeNodeAffinity
 volumeAttributesClassName 10 string zero
k8s.io.api.core.v1.PersistentVolumeStatus
 phase 1 string
 message 2 string
 reason 3 string
 lastPhaseTransitionTime 4 Time
k8s.io.api.core.v1.PhotonPersistentDiskVolumeSource
 pdID 1 string zero
 fsType 2 string
k8s.io.api.core.v1.Pod
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PodSpec
 status 3 PodStatus
k8s.io.api.core.v1.PodAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 PodAffinityTerm[]
 preferredDuringSchedulingIgnoredDuringExecution 2 WeightedPodAffinityTerm[]
k8s.io.api.core.v1.PodAffinityTerm
 labelSelector 1 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 namespaces 2 string[]
 topologyKey 3 string zero
 namespaceSelector 4 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 matchLabelKeys 5 string[]
 mismatchLabelKeys 6 string[]
k8s.io.api.core.v1.PodAntiAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 PodAffinityTerm[]
 preferredDuringSchedulingIgnoredDuringExecution 2 WeightedPodAffinityTerm[]
k8s.io.api.core.v1.PodCertificateProjection
 signerName 1 string
 keyType 2 string
 maxExpirationSeconds 3 int32 zero
 credentialBundlePath 4 string
 keyPath 5 string
 certificateChainPath 6 string
 userAnnotations 7 map<string>
 user 8 int64 zero
k8s.io.api.core.v1.PodCondition
 type 1 string zero
 observedGeneration 7 int64
 status 2 string zero
 lastProbeTime 3 Time
 lastTransitionTime 4 Time
 reason 5 string
 message 6 string
k8s.io.api.core.v1.PodDNSConfig
 nameservers 1 string[]
 searches 2 string[]
 options 3 PodDNSConfigOption[]
k8s.io.api.core.v1.PodDNSConfigOption
 name 1 string
 value 2 string zero
k8s.io.api.core.v1.PodExtendedResourceClaimStatus
 requestMappings 1 ContainerExtendedResourceRequest[]
 resourceClaimName 2 string zero
k8s.io.api.core.v1.PodIP
 ip 1 string zero
k8s.io.api.core.v1.PodOS
 name 1 string zero
k8s.io.api.core.v1.PodReadinessGate
 conditionType 1 string zero
k8s.io.api.core.v1.PodResourceClaim
 name 1 string zero
 resourceClaimName 3 string zero
 resourceClaimTemplateName 4 string zero
k8s.io.api.core.v1.PodResourceClaimStatus
 name 1 string zero
 resourceClaimName 2 string zero
k8s.io.api.core.v1.PodSchedulingGate
 name 1 string zero
k8s.io.api.core.v1.PodSchedulingGroup
 podGroupName 1 string zero
k8s.io.api.core.v1.PodSecurityContext
 seLinuxOptions 1 SELinuxOptions
 windowsOptions 8 WindowsSecurityContextOptions
 runAsUser 2 int64 zero
 runAsGroup 6 int64 zero
 runAsNonRoot 3 bool zero
 supplementalGroups 4 int64[]
 supplementalGroupsPolicy 12 string zero
 fsGroup 5 int64 zero
 sysctls 7 Sysctl[]
 fsGroupChangePolicy 9 string zero
 seccompProfile 10 SeccompProfile
 appArmorProfile 11 AppArmorProfile
 seLinuxChangePolicy 13 string zero
k8s.io.api.core.v1.PodSpec
 volumes 1 Volume[]
 initContainers 20 Container[]
 containers 2 Container[]
 ephemeralContainers 34 EphemeralContainer[]
 restartPolicy 3 string
 terminationGracePeriodSeconds 4 int64 zero
 activeDeadlineSeconds 5 int64 zero
 dnsPolicy 6 string
 nodeSelector 7 map<string>
 serviceAccountName 8 string
 serviceAccount 9 string
 automountServiceAccountToken 21 bool zero
 nodeName 10 string
 hostNetwork 11 bool
 hostPID 12 bool
 hostIPC 13 bool
 shareProcessNamespace 27 bool zero
 securityContext 14 PodSecurityContext
 imagePullSecrets 15 LocalObjectReference[]
 hostname 16 string
 subdomain 17 string
 affinity 18 Affinity
 schedulerName 19 string
 tolerations 22 Toleration[]
 hostAliases 23 HostAlias[]
 priorityClassName 24 string
 priority 25 int32 zero
 dnsConfig 26 PodDNSConfig
 readinessGates 28 PodReadinessGate[]
 runtimeClassName 29 string zero
 enableServiceLinks 30 bool zero
 preemptionPolicy 31 string zero
 overhead 32 map<Quantity>
 topologySpreadConstraints 33 TopologySpreadConstraint[]
 setHostnameAsFQDN 35 bool zero
 os 36 PodOS
 hostUsers 37 bool zero
 schedulingGates 38 PodSchedulingGate[]
 resourceClaims 39 PodResourceClaim[]
 resources 40 ResourceRequirements
 hostnameOverride 41 string zero
 schedulingGroup 43 PodSchedulingGroup
 evictionResponders 44 EvictionResponder[]
k8s.io.api.core.v1.PodStatus
 observedGeneration 17 int64
 phase 1 string
 conditions 2 PodCondition[]
 message 3 string
 reason 4 string
 nominatedNodeName 11 string
 hostIP 5 string
 hostIPs 16 HostIP[]
 podIP 6 string
 podIPs 12 PodIP[]
 startTime 7 Time
 initContainerStatuses 10 ContainerStatus[]
 containerStatuses 8 ContainerStatus[]
 qosClass 9 string
 ephemeralContainerStatuses 13 ContainerStatus[]
 resize 14 string
 resourceClaimStatuses 15 PodResourceClaimStatus[]
 extendedResourceClaimStatus 18 PodExtendedResourceClaimStatus
 allocatedResources 19 map<Quantity>
 resources 20 ResourceRequirements
 nodeAllocatableResourceClaimStatuses 21 NodeAllocatableResourceClaimStatus[]
 volumeHealth 22 PodVolumeHealth[]
k8s.io.api.core.v1.PodTemplateSpec
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PodSpec
k8s.io.api.core.v1.PodVolumeHealth
 name 1 string zero
 healthConditions 2 VolumeHealthCondition[]
 lastTransitionTime 3 Time
k8s.io.api.core.v1.PortStatus
 port 1 int32 zero
 protocol 2 string zero
 error 3 string zero
k8s.io.api.core.v1.PortworxVolumeSource
 volumeID 1 string zero
 fsType 2 string
 readOnly 3 bool
k8s.io.api.core.v1.PreferredSchedulingTerm
 weight 1 int32 zero
 preference 2 NodeSelectorTerm
k8s.io.api.core.v1.Probe
 - 1 ProbeHandler inline
 initialDelaySeconds 2 int32
 timeoutSeconds 3 int32
 periodSeconds 4 int32
 successThreshold 5 int32
 failureThreshold 6 int32
 terminationGracePeriodSeconds 7 int64 zero
k8s.io.api.core.v1.ProbeHandler
 exec 1 ExecAction
 httpGet 2 HTTPGetAction
 tcpSocket 3 TCPSocketAction
 grpc 4 GRPCAction
k8s.io.api.core.v1.ProjectedVolumeSource
 sources 1 VolumeProjection[]
 defaultMode 2 int32 zero
 defaultUser 3 int64 zero
k8s.io.api.core.v1.QuobyteVolumeSource
 registry 1 string zero
 volume 2 string zero
 readOnly 3 bool
 user 4 string
 group 5 string
 tenant 6 string
k8s.io.api.core.v1.RBDPersistentVolumeSource
 monitors 1 string[]
 image 2 string zero
 fsType 3 string
 pool 4 string
 user 5 string
 keyring 6 string
 secretRef 7 SecretReference
 readOnly 8 bool
k8s.io.api.core.v1.RBDVolumeSource
 monitors 1 string[]
 image 2 string zero
 fsType 3 string
 pool 4 string
 user 5 string
 keyring 6 string
 secretRef 7 LocalObjectReference
 readOnly 8 bool
k8s.io.api.core.v1.ReplicationController
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 ReplicationControllerSpec
 status 3 ReplicationControllerStatus
k8s.io.api.core.v1.ReplicationControllerCondition
 type 1 string zero
 status 2 string zero
 lastTransitionTime 3 Time
 reason 4 string
 message 5 string
k8s.io.api.core.v1.ReplicationControllerSpec
 replicas 1 int32 zero
 minReadySeconds 4 int32
 selector 2 map<string>
 template 3 PodTemplateSpec
k8s.io.api.core.v1.ReplicationControllerStatus
 replicas 1 int32 zero
 fullyLabeledReplicas 2 int32
 readyReplicas 4 int32
 availableReplicas 5 int32
 observedGeneration 3 int64
 conditions 6 ReplicationControllerCondition[]
k8s.io.api.core.v1.ResourceClaim
 name 1 string zero
 request 2 string
k8s.io.api.core.v1.ResourceFieldSelector
 containerName 1 string
 resource 2 string zero
 divisor 3 Quantity
k8s.io.api.core.v1.ResourceHealth
 resourceID 1 string zero
 health 2 string
 message 6 string zero
k8s.io.api.core.v1.ResourceRequirements
 limits 1 map<Quantity>
 requests 2 map<Quantity>
 claims 3 ResourceClaim[]
k8s.io.api.core.v1.ResourceStatus
 name 1 string zero
 resources 2 ResourceHealth[]
k8s.io.api.core.v1.SELinuxOptions
 user 1 string
 role 2 string
 type 3 string
 level 4 string
k8s.io.api.core.v1.ScaleIOPersistentVolumeSource
 gateway 1 string zero
 system 2 string zero
 secretRef 3 SecretReference
 sslEnabled 4 bool
 protectionDomain 5 string
 storagePool 6 string
 storageMode 7 string
 volumeName 8 string
 fsType 9 string
 readOnly 10 bool
k8s.io.api.core.v1.ScaleIOVolumeSource
 gateway 1 string zero
 system 2 string zero
 secretRef 3 LocalObjectReference
 sslEnabled 4 bool
 protectionDomain 5 string
 storagePool 6 string
 storageMode 7 string
 volumeName 8 string
 fsType 9 string
 readOnly 10 bool
k8s.io.api.core.v1.SeccompProfile
 type 1 string zero
 localhostProfile 2 string zero
k8s.io.api.core.v1.SecretEnvSource
 - 1 LocalObjectReference inline
 optional 2 bool zero
k8s.io.api.core.v1.SecretKeySelector
 - 1 LocalObjectReference inline
 key 2 string zero
 optional 3 bool zero
k8s.io.api.core.v1.SecretProjection
 - 1 LocalObjectReference inline
 items 2 KeyToPath[]
 optional 4 bool zero
k8s.io.api.core.v1.SecretReference
 name 1 string
 namespace 2 string
k8s.io.api.core.v1.SecretVolumeSource
 secretName 1 string
 items 2 KeyToPath[]
 defaultMode 3 int32 zero
 optional 4 bool zero
 defaultUser 5 int64 zero
k8s.io.api.core.v1.SecurityContext
 capabilities 1 Capabilities
 privileged 2 bool zero
 seLinuxOptions 3 SELinuxOptions
 windowsOptions 10 WindowsSecurityContextOptions
 runAsUser 4 int64 zero
 runAsGroup 8 int64 zero
 runAsNonRoot 5 bool zero
 readOnlyRootFilesystem 6 bool zero
 allowPrivilegeEscalation 7 bool zero
 procMount 9 string zero
 seccompProfile 11 SeccompProfile
 appArmorProfile 12 AppArmorProfile
k8s.io.api.core.v1.Service
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 ServiceSpec
 status 3 ServiceStatus
k8s.io.api.core.v1.ServiceAccountTokenProjection
 audience 1 string
 expirationSeconds 2 int64 zero
 path 3 string zero
 user 4 int64 zero
k8s.io.api.core.v1.ServicePort
 name 1 string
 protocol 2 string
 appProtocol 6 string zero
 port 3 int32 zero
 targetPort 4 IntOrString
 nodePort 5 int32
k8s.io.api.core.v1.ServiceSpec
 ports 1 ServicePort[]
 selector 2 map<string>
 clusterIP 3 string
 clusterIPs 18 string[]
 type 4 string
 externalIPs 5 string[]
 sessionAffinity 7 string
 loadBalancerIP 8 string
 loadBalancerSourceRanges 9 string[]
 externalName 10 string
 externalTrafficPolicy 11 string
 healthCheckNodePort 12 int32
 publishNotReadyAddresses 13 bool
 sessionAffinityConfig 14 SessionAffinityConfig
 ipFamilies 19 string[]
 ipFamilyPolicy 17 string zero
 allocateLoadBalancerNodePorts 20 bool zero
 loadBalancerClass 21 string zero
 internalTrafficPolicy 22 string zero
 trafficDistribution 23 string zero
k8s.io.api.core.v1.ServiceStatus
 loadBalancer 1 LoadBalancerStatus
 conditions 2 k8s.io.apimachinery.pkg.apis.meta.v1.Condition[]
k8s.io.api.core.v1.SessionAffinityConfig
 clientIP 1 ClientIPConfig
k8s.io.api.core.v1.SleepAction
 seconds 1 int64 zero
k8s.io.api.core.v1.StorageOSPersistentVolumeSource
 volumeName 1 string
 volumeNamespace 2 string
 fsType 3 string
 readOnly 4 bool
 secretRef 5 ObjectReference
k8s.io.api.core.v1.StorageOSVolumeSource
 volumeName 1 string
 volumeNamespace 2 string
 fsType 3 string
 readOnly 4 bool
 secretRef 5 LocalObjectReference
k8s.io.api.core.v1.Sysctl
 name 1 string zero
 value 2 string zero
k8s.io.api.core.v1.TCPSocketAction
 port 1 IntOrString
 host 2 string
k8s.io.api.core.v1.Taint
 key 1 string zero
 value 2 string
 effect 3 string zero
 timeAdded 4 Time
k8s.io.api.core.v1.Toleration
 key 1 string
 operator 2 string
 value 3 string
 effect 4 string
 tolerationSeconds 5 int64 zero
k8s.io.api.core.v1.TopologySelectorLabelRequirement
 key 1 string zero
 values 2 string[]
k8s.io.api.core.v1.TopologySelectorTerm
 matchLabelExpressions 1 TopologySelectorLabelRequirement[]
k8s.io.api.core.v1.TopologySpreadConstraint
 maxSkew 1 int32 zero
 topologyKey 2 string zero
 whenUnsatisfiable 3 string zero
 labelSelector 4 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 minDomains 5 int32 zero
 nodeAffinityPolicy 6 string zero
 nodeTaintsPolicy 7 string zero
 matchLabelKeys 8 string[]
k8s.io.api.core.v1.TypedLocalObjectReference
 apiGroup 1 string zero
 kind 2 string zero
 name 3 string zero
k8s.io.api.core.v1.TypedObjectReference
 apiGroup 1 string zero
 kind 2 string zero
 name 3 string zero
 namespace 4 string zero
k8s.io.api.core.v1.Volume
 name 1 string zero
 - 2 VolumeSource inline
k8s.io.api.core.v1.VolumeDevice
 name 1 string zero
 devicePath 2 string zero
k8s.io.api.core.v1.VolumeHealthCondition
 status 1 string zero
 reason 2 string zero
 message 3 string
k8s.io.api.core.v1.VolumeHealthStatus
 healthConditions 1 VolumeHealthCondition[]
 lastTransitionTime 2 Time
k8s.io.api.core.v1.VolumeMount
 name 1 string zero
 readOnly 2 bool
 recursiveReadOnly 7 string zero
 mountPath 3 string zero
 subPath 4 string
 mountPropagation 5 string zero
 subPathExpr 6 string
 bindMountOptions 8 string[]
k8s.io.api.core.v1.VolumeMountStatus
 name 1 string zero
 mountPath 2 string zero
 readOnly 3 bool
 recursiveReadOnly 4 string zero
 volumeStatus 5 VolumeStatus
k8s.io.api.core.v1.VolumeNodeAffinity
 required 1 NodeSelector
k8s.io.api.core.v1.VolumeProjection
 secret 1 SecretProjection
 downwardAPI 2 DownwardAPIProjection
 configMap 3 ConfigMapProjection
 serviceAccountToken 4 ServiceAccountTokenProjection
 clusterTrustBundle 5 ClusterTrustBundleProjection
 podCertificate 6 PodCertificateProjection
k8s.io.api.core.v1.VolumeResourceRequirements
 limits 1 map<Quantity>
 requests 2 map<Quantity>
k8s.io.api.core.v1.VolumeSource
 hostPath 1 HostPathVolumeSource
 emptyDir 2 EmptyDirVolumeSource
 gcePersistentDisk 3 GCEPersistentDiskVolumeSource
 awsElasticBlockStore 4 AWSElasticBlockStoreVolumeSource
 gitRepo 5 GitRepoVolumeSource
 secret 6 SecretVolumeSource
 nfs 7 NFSVolumeSource
 iscsi 8 ISCSIVolumeSource
 glusterfs 9 GlusterfsVolumeSource
 persistentVolumeClaim 10 PersistentVolumeClaimVolumeSource
 rbd 11 RBDVolumeSource
 flexVolume 12 FlexVolumeSource
 cinder 13 CinderVolumeSource
 cephfs 14 CephFSVolumeSource
 flocker 15 FlockerVolumeSource
 downwardAPI 16 DownwardAPIVolumeSource
 fc 17 FCVolumeSource
 azureFile 18 AzureFileVolumeSource
 configMap 19 ConfigMapVolumeSource
 vsphereVolume 20 VsphereVirtualDiskVolumeSource
 quobyte 21 QuobyteVolumeSource
 azureDisk 22 AzureDiskVolumeSource
 photonPersistentDisk 23 PhotonPersistentDiskVolumeSource
 projected 26 ProjectedVolumeSource
 portworxVolume 24 PortworxVolumeSource
 scaleIO 25 ScaleIOVolumeSource
 storageos 27 StorageOSVolumeSource
 csi 28 CSIVolumeSource
 ephemeral 29 EphemeralVolumeSource
 image 30 ImageVolumeSource
k8s.io.api.core.v1.VolumeStatus
 image 1 ImageVolumeStatus
k8s.io.api.core.v1.VsphereVirtualDiskVolumeSource
 volumePath 1 string zero
 fsType 2 string
 storagePolicyName 3 string
 storagePolicyID 4 string
k8s.io.api.core.v1.WeightedPodAffinityTerm
 weight 1 int32 zero
 podAffinityTerm 2 PodAffinityTerm
k8s.io.api.core.v1.WindowsSecurityContextOptions
 gmsaCredentialSpecName 1 string zero
 gmsaCredentialSpec 2 string zero
 runAsUserName 3 string zero
 hostProcess 4 bool zero
k8s.io.api.policy.v1.PodDisruptionBudget
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 PodDisruptionBudgetSpec
 status 3 PodDisruptionBudgetStatus
k8s.io.api.policy.v1.PodDisruptionBudgetSpec
 minAvailable 1 IntOrString
 selector 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 maxUnavailable 3 IntOrString
 unhealthyPodEvictionPolicy 4 string zero
k8s.io.api.policy.v1.PodDisruptionBudgetStatus
 observedGeneration 1 int64
 disruptedPods 2 map<Time>
 disruptionsAllowed 3 int32 zero
 currentHealthy 4 int32 zero
 desiredHealthy 5 int32 zero
 expectedPods 6 int32 zero
 conditions 7 k8s.io.apimachinery.pkg.apis.meta.v1.Condition[]
k8s.io.api.scheduling.v1.PriorityClass
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 value 2 int32 zero
 globalDefault 3 bool
 description 4 string
 preemptionPolicy 5 string zero
k8s.io.api.scheduling.v1alpha3.TopologyConstraint
 key 1 string zero
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 single 1 WorkloadPodGroupSingleDisruptionMode
 all 2 WorkloadPodGroupAllDisruptionMode
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy
 minCount 1 int32 zero
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupResourceClaim
 name 1 string zero
 resourceClaimName 2 string zero
 resourceClaimTemplateName 3 string zero
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 topology 1 TopologyConstraint[]
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 basic 1 WorkloadPodGroupBasicSchedulingPolicy
 gang 2 WorkloadPodGroupGangSchedulingPolicy
k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
k8s.io.api.storage.v1.CSIDriver
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 CSIDriverSpec
k8s.io.api.storage.v1.CSIDriverSpec
 attachRequired 1 bool zero
 podInfoOnMount 2 bool zero
 volumeLifecycleModes 3 string[]
 storageCapacity 4 bool zero
 fsGroupPolicy 5 string zero
 tokenRequests 6 TokenRequest[]
 requiresRepublish 7 bool zero
 seLinuxMount 8 bool zero
 nodeAllocatableUpdatePeriodSeconds 9 int64 zero
 serviceAccountTokenInSecrets 10 bool zero
 preventPodSchedulingIfMissing 11 bool zero
k8s.io.api.storage.v1.CSINode
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 CSINodeSpec
 status 3 CSINodeStatus
k8s.io.api.storage.v1.CSINodeDriver
 name 1 string zero
 nodeID 2 string zero
 topologyKeys 3 string[]
 allocatable 4 VolumeNodeResources
k8s.io.api.storage.v1.CSINodeSpec
 drivers 1 CSINodeDriver[]
k8s.io.api.storage.v1.CSINodeStatus
 storageHealth 1 StorageHealth[]
k8s.io.api.storage.v1.CSIStorageCapacity
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 nodeTopology 2 k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 storageClassName 3 string zero
 capacity 4 Quantity
 maximumVolumeSize 5 Quantity
k8s.io.api.storage.v1.StorageClass
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 provisioner 2 string zero
 parameters 3 map<string>
 reclaimPolicy 4 string zero
 mountOptions 5 string[]
 allowVolumeExpansion 6 bool zero
 volumeBindingMode 7 string zero
 allowedTopologies 8 k8s.io.api.core.v1.TopologySelectorTerm[]
k8s.io.api.storage.v1.StorageHealth
 name 1 string zero
 healthConditions 2 StorageHealthCondition[]
k8s.io.api.storage.v1.StorageHealthCondition
 status 1 string zero
 reason 2 string zero
 message 3 string
 accessMode 4 string zero
 volumeMode 5 string zero
 lastTransitionTime 6 Time
k8s.io.api.storage.v1.TokenRequest
 audience 1 string zero
 expirationSeconds 2 int64 zero
k8s.io.api.storage.v1.VolumeAttachment
 metadata 1 k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 spec 2 VolumeAttachmentSpec
 status 3 VolumeAttachmentStatus
k8s.io.api.storage.v1.VolumeAttachmentSource
 persistentVolumeName 1 string zero
 inlineVolumeSpec 2 k8s.io.api.core.v1.PersistentVolumeSpec
k8s.io.api.storage.v1.VolumeAttachmentSpec
 attacher 1 string zero
 source 2 VolumeAttachmentSource
 nodeName 3 string zero
k8s.io.api.storage.v1.VolumeAttachmentStatus
 attached 1 bool zero
 attachmentMetadata 2 map<string>
 attachError 3 VolumeError
 detachError 4 VolumeError
k8s.io.api.storage.v1.VolumeError
 time 1 Time
 message 2 string
 errorCode 3 int32 zero
k8s.io.api.storage.v1.VolumeNodeResources
 count 1 int32 zero
k8s.io.apimachinery.pkg.apis.meta.v1.Condition
 type 1 string zero
 status 2 string zero
 observedGeneration 3 int64
 lastTransitionTime 4 Time
 reason 5 string zero
 message 6 string zero
k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
 matchLabels 1 map<string>
 matchExpressions 2 LabelSelectorRequirement[]
k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement
 key 1 string zero
 operator 2 string zero
 values 3 string[]
k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
 selfLink 1 string
 resourceVersion 2 string
 continue 3 string
 remainingItemCount 4 int64 zero
 shardInfo 5 ShardInfo
k8s.io.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry
 manager 1 string
 operation 2 string
 apiVersion 3 string
 time 4 Time
 fieldsType 6 string
 fieldsV1 7 opaque
 subresource 8 string
k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
 name 1 string
 generateName 2 string
 namespace 3 string
 selfLink 4 string
 uid 5 string
 resourceVersion 6 string
 generation 7 int64
 creationTimestamp 8 Time
 deletionTimestamp 9 Time
 deletionGracePeriodSeconds 10 int64 zero
 labels 11 map<string>
 annotations 12 map<string>
 ownerReferences 13 OwnerReference[]
 finalizers 14 string[]
 managedFields 17 ManagedFieldsEntry[]
k8s.io.apimachinery.pkg.apis.meta.v1.OwnerReference
 apiVersion 5 string zero
 kind 1 string zero
 name 3 string zero
 uid 4 string zero
 controller 6 bool zero
 blockOwnerDeletion 7 bool zero
k8s.io.apimachinery.pkg.apis.meta.v1.ShardInfo
 selector 1 string zero
k8s.io.apimachinery.pkg.apis.meta.v1.Status
 metadata 1 ListMeta
 status 2 string
 message 3 string
 reason 4 string
 details 5 StatusDetails
 code 6 int32
k8s.io.apimachinery.pkg.apis.meta.v1.StatusCause
 reason 1 string
 message 2 string
 field 3 string
k8s.io.apimachinery.pkg.apis.meta.v1.StatusDetails
 name 1 string
 group 2 string
 kind 3 string
 uid 6 string
 causes 4 StatusCause[]
 retryAfterSeconds 5 int32
k8s.io.apimachinery.pkg.runtime.TypeMeta
 apiVersion 1 string
 kind 2 string
`;
