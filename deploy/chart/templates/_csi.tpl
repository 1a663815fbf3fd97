{{/* Settings that controllers and nodes share. */}}
{{- define "windlass.csiEnv" -}}
- name: WINDLASS_CSI_DRIVER_NAME
  value: {{ .Values.csi.driverName }}
- name: WINDLASS_CSI_TOPOLOGY
  value: {{ .Values.csi.topology.enabled | quote }}
- name: WINDLASS_CSI_MAX_VOLUMES
  value: {{ .Values.csi.maxVolumesPerNode | int64 | quote }}
{{- end -}}

{{/* Not empty if nodes ask a controller for volumes as they are now, and for their next sessions. */}}
{{- define "windlass.renewals" -}}
{{- if and .Values.csi.enabled .Values.csi.controller.renewals }}true{{ end }}
{{- end -}}

{{/* Where it listens for them. */}}
{{- define "windlass.renewalEnv" -}}
{{- if include "windlass.renewals" . }}
- name: WINDLASS_CSI_RENEWAL_ADDRESS
  value: {{ printf "0.0.0.0:%d" (.Values.csi.controller.renewalPort | int64) | quote }}
{{- include "windlass.renewalUrl" . }}
{{- end }}
{{- end -}}

{{/* Where nodes ask it. */}}
{{- define "windlass.renewalUrl" -}}
{{- if include "windlass.renewals" . }}
- name: WINDLASS_CSI_RENEWAL_URL
  value: {{ printf "http://%s-renewal.%s.svc:%d" (include "windlass.name" .) .Release.Namespace (.Values.csi.controller.renewalPort | int64) | quote }}
{{- end }}
{{- end -}}

{{/* A sidecar of the controller that elects a leader. Takes the context, its name, its values and its arguments. */}}
{{- define "windlass.csiSidecar" -}}
{{- $context := index . 0 -}}
{{- $sidecar := index . 2 -}}
- name: {{ index . 1 }}
  {{- include "windlass.sidecarImage" (list $context $sidecar) | nindent 2 }}
  args:
    - --csi-address=/csi/csi.sock
    - --timeout=60s
    - --leader-election=true
    - --leader-election-namespace=$(POD_NAMESPACE)
    {{- range index . 3 }}
    - {{ . }}
    {{- end }}
    - --v=2
    {{- range $sidecar.extraArgs }}
    - {{ . | quote }}
    {{- end }}
  env:
    - name: POD_NAMESPACE
      valueFrom:
        fieldRef: {fieldPath: metadata.namespace}
  {{- include "windlass.containerSecurity" $context | nindent 2 }}
  resources:
    {{- toYaml $sidecar.resources | nindent 4 }}
  volumeMounts:
    - {name: socket, mountPath: /csi}
    {{- include "windlass.tokenMount" $context | nindent 4 }}
{{- end -}}

{{/* The sidecar that calls Probe. Takes the context and the name of the volume with the socket. */}}
{{- define "windlass.livenessProbe" -}}
{{- $context := index . 0 -}}
{{- $probe := $context.Values.csi.livenessProbe -}}
- name: liveness-probe
  {{- include "windlass.sidecarImage" (list $context $probe) | nindent 2 }}
  args:
    - --csi-address=/csi/csi.sock
    - --http-endpoint=:{{ $probe.port }}
    - --probe-timeout=4s
    - --v=2
  {{- include "windlass.containerSecurity" $context | nindent 2 }}
  resources:
    {{- toYaml $probe.resources | nindent 4 }}
  volumeMounts:
    - {name: {{ index . 1 }}, mountPath: /csi}
{{- end -}}
