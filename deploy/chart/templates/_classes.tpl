{{/* Parameters of a class, all as text. */}}
{{- define "windlass.parameters" -}}
{{- with .parameters }}
parameters:
  {{- range $name, $value := . }}
  {{ $name }}: {{ include "windlass.text" $value | quote }}
  {{- end }}
{{- end }}
{{- end -}}
