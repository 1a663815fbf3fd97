{{/* Binding of the ClusterRole of a sidecar to a service account. Takes the context, the name of the sidecar and
     the component whose service account it is. */}}
{{- define "windlass.clusterRoleBinding" -}}
{{- $name := include "windlass.name" (index . 0) -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ $name }}-{{ index . 1 }}
  labels:
    {{- include "windlass.labels" (index . 0) | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: {{ $name }}-{{ index . 1 }}
subjects:
  - kind: ServiceAccount
    name: {{ $name }}-{{ index . 2 }}
    namespace: {{ index . 0 "Release" "Namespace" }}
{{- end -}}

{{/* Head of the ClusterRole of a sidecar. Takes the context and the name of the sidecar. */}}
{{- define "windlass.clusterRole" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: {{ include "windlass.name" (index . 0) }}-{{ index . 1 }}
  labels:
    {{- include "windlass.labels" (index . 0) | nindent 4 }}
{{- end -}}

{{/* Role and binding for electing a leader. Takes the context and the component. */}}
{{- define "windlass.electing" -}}
{{- $name := printf "%s-%s" (include "windlass.name" (index . 0)) (index . 1) -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: {{ $name }}-leases
  namespace: {{ index . 0 "Release" "Namespace" }}
  labels:
    {{- include "windlass.labels" (index . 0) | nindent 4 }}
rules:
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [get, create, update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ $name }}-leases
  namespace: {{ index . 0 "Release" "Namespace" }}
  labels:
    {{- include "windlass.labels" (index . 0) | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ $name }}-leases
subjects:
  - kind: ServiceAccount
    name: {{ $name }}
    namespace: {{ index . 0 "Release" "Namespace" }}
{{- end -}}
