{{/* Image of a container. Takes the context and the image's values. */}}
{{- define "windlass.image" -}}
{{- $context := index . 0 -}}
{{- $image := index . 1 -}}
{{- $registry := $context.Values.global.imageRegistry | default $image.registry -}}
{{- $name := $image.repository -}}
{{- if $registry -}}{{- $name = printf "%s/%s" ($registry | trimSuffix "/") $image.repository -}}{{- end -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name ($image.tag | default $context.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* Image and pull policy of the driver's container. */}}
{{- define "windlass.driverImage" -}}
image: {{ include "windlass.image" (list . .Values.image) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{/* Image and pull policy of a sidecar. Takes the context and the sidecar's values. */}}
{{- define "windlass.sidecarImage" -}}
image: {{ include "windlass.image" (list (index . 0) (index . 1 "image")) | quote }}
imagePullPolicy: {{ index . 0 "Values" "image" "pullPolicy" }}
{{- end -}}

{{- define "windlass.pullSecrets" -}}
{{- with .Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}
