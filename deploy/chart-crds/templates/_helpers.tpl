{{- define "crds.labels" -}}
app.kubernetes.io/name: windlass-crds
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Labels by which the pods of a controller are found. Takes the context and the controller's name. */}}
{{- define "crds.selector" -}}
app.kubernetes.io/name: windlass-crds
app.kubernetes.io/instance: {{ index . 0 "Release" "Name" }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* The custom resources of a folder. They outlive the release: with them, all claims would be deleted. Takes the
     context and the folder. */}}
{{- define "crds.resources" -}}
{{- $context := index . 0 -}}
{{- range $path, $_ := $context.Files.Glob (printf "files/%s/*.yaml" (index . 1)) }}
---
{{ $context.Files.Get $path | trim | trimPrefix "---" | trim | replace "\nmetadata:\n  annotations:\n" "\nmetadata:\n  annotations:\n    helm.sh/resource-policy: keep\n" }}
{{- end }}
{{- end -}}

{{/* A controller with its service account and the right to elect a leader. Takes the context, its name, its values,
     its arguments and the rules of its ClusterRole. */}}
{{- define "crds.controller" -}}
{{- $context := index . 0 -}}
{{- $name := index . 1 -}}
{{- $values := index . 2 -}}
{{- $namespace := $context.Release.Namespace -}}
{{- $image := $values.image -}}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  namespace: {{ $namespace }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: {{ $name }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
rules:
  {{- index . 4 | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ $name }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: {{ $name }}
subjects:
  - kind: ServiceAccount
    name: {{ $name }}
    namespace: {{ $namespace }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: {{ $name }}-leases
  namespace: {{ $namespace }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
rules:
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [get, create, update]
  - apiGroups: [""]
    resources: [events]
    verbs: [create, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ $name }}-leases
  namespace: {{ $namespace }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ $name }}-leases
subjects:
  - kind: ServiceAccount
    name: {{ $name }}
    namespace: {{ $namespace }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  namespace: {{ $namespace }}
  labels:
    {{- include "crds.labels" $context | nindent 4 }}
    app.kubernetes.io/component: {{ $name }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels:
      {{- include "crds.selector" (list $context $name) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "crds.selector" (list $context $name) | nindent 8 }}
    spec:
      serviceAccountName: {{ $name }}
      automountServiceAccountToken: true
      enableServiceLinks: false
      priorityClassName: {{ $context.Values.priorityClassName }}
      {{- with $context.Values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      nodeSelector:
        {{- toYaml $context.Values.nodeSelector | nindent 8 }}
      {{- with $context.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "crds.selector" (list $context $name) | nindent 20 }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: controller
          image: "{{ $context.Values.global.imageRegistry | default $image.registry | trimSuffix "/" }}/{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag }}{{ end }}"
          imagePullPolicy: IfNotPresent
          args:
            {{- range index . 3 }}
            - {{ . }}
            {{- end }}
          env:
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef: {fieldPath: metadata.namespace}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          resources:
            {{- toYaml $values.resources | nindent 12 }}
{{- end -}}
