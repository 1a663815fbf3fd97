{{/* User of all processes that need no privilege. */}}
{{- define "windlass.user" -}}65532{{- end -}}

{{/* Security context of pods whose processes need no privilege. */}}
{{- define "windlass.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ include "windlass.user" . }}
  runAsGroup: {{ include "windlass.user" . }}
  fsGroup: {{ include "windlass.user" . }}
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* Security context of their containers. */}}
{{- define "windlass.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/* Affinity that keeps the pods of a component on different nodes, if the values have none.
     Takes the context, the name of the component and the affinity of the values. */}}
{{- define "windlass.affinity" -}}
{{- if index . 2 }}
affinity:
  {{- toYaml (index . 2) | nindent 2 }}
{{- else }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "windlass.selector" . | nindent 14 }}
{{- end }}
{{- end -}}

{{/* Volume with the token of the service account. Only sidecars get it: the driver asks the API server nothing. */}}
{{- define "windlass.tokenVolume" -}}
- name: token
  projected:
    defaultMode: 288 # 0440
    sources:
      - serviceAccountToken:
          path: token
          expirationSeconds: 3607
      - configMap:
          name: kube-root-ca.crt
          items: [{key: ca.crt, path: ca.crt}]
      - downwardAPI:
          items:
            - path: namespace
              fieldRef: {fieldPath: metadata.namespace}
{{- end -}}

{{- define "windlass.tokenMount" -}}
- name: token
  mountPath: /var/run/secrets/kubernetes.io/serviceaccount
  readOnly: true
{{- end -}}

{{/* Volume for /tmp, which the JVM wants to write to. */}}
{{- define "windlass.tmpVolume" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- end -}}

{{/* Settings that every process of the driver has. Takes the context and the port of its metrics. */}}
{{- define "windlass.processEnv" -}}
- name: WINDLASS_LOG_LEVEL
  value: {{ index . 0 "Values" "log" "level" }}
- name: WINDLASS_LOG_FORMAT
  value: {{ index . 0 "Values" "log" "format" }}
- name: WINDLASS_METRICS_ADDRESS
  value: 0.0.0.0:{{ index . 1 }}
{{- with index . 0 "Values" "tracing" "endpoint" }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: WINDLASS_POD_UID
  valueFrom:
    fieldRef: {fieldPath: metadata.uid}
{{- end -}}

{{/* Probes of a container that starts a JVM, or waits for one that does: on a busy node, on which all pods start at
     once, that takes a minute. Until it has started nothing else is asked, and it has three minutes.
     Takes the port that answers /healthz. */}}
{{- define "windlass.startAndLiveness" -}}
startupProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 90
livenessProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}

{{- define "windlass.readiness" -}}
readinessProbe:
  httpGet: {path: /readyz, port: metrics}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end -}}
