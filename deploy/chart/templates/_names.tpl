{{/* Name of the release's objects. */}}
{{- define "windlass.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels of every object. They may change, so no selector has them. */}}
{{- define "windlass.labels" -}}
app.kubernetes.io/name: windlass
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: windlass
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Labels by which the pods of a component are found. They never change: selectors are immutable.
     Takes the context and the name of the component. */}}
{{- define "windlass.selector" -}}
app.kubernetes.io/name: windlass
app.kubernetes.io/instance: {{ index . 0 "Release" "Name" }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of the pods of a component. Takes the context, the name of the component and further labels. */}}
{{- define "windlass.podLabels" -}}
{{ include "windlass.selector" . }}
{{- with index . 2 }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Name of the Secret with the driver's own keys. */}}
{{- define "windlass.keysSecret" -}}
{{- if .Values.keys.value -}}{{ include "windlass.name" . }}-keys{{- else -}}{{ .Values.keys.existingSecret }}{{- end -}}
{{- end -}}
