{{/* Settings of the backends, and of the driver's own keys, as environment variables. */}}
{{- define "windlass.backendEnv" -}}
- name: WINDLASS_KEYS
  value: /etc/windlass/keys/keys
- name: WINDLASS_BACKENDS
  value: {{ keys .Values.backends | sortAlpha | join "," | quote }}
{{- range $name, $backend := .Values.backends }}
{{- $prefix := printf "WINDLASS_%s" ($name | upper | replace "-" "_") }}
- name: {{ $prefix }}_KIND
  value: {{ $backend.kind }}
{{- range $setting, $value := $backend.settings }}
- name: {{ $prefix }}_{{ regexReplaceAll "([A-Z])" $setting "_${1}" | upper }}
  value: {{ include "windlass.text" $value | quote }}
{{- end }}
{{- if $backend.credentials }}
- name: {{ $prefix }}_CREDENTIALS
  value: /etc/windlass/backends/{{ $name }}/credentials
{{- end }}
{{- if $backend.caCertificate }}
- name: {{ $prefix }}_CA_CERTIFICATE
  value: /etc/windlass/backends/{{ $name }}/ca/ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{/* Text of a value: lists with commas, numbers without exponents. */}}
{{- define "windlass.text" -}}
{{- if kindIs "slice" . -}}{{ join "," . }}
{{- else if kindIs "float64" . -}}{{ int64 . }}
{{- else -}}{{ toString . }}
{{- end -}}
{{- end -}}

{{/* Arguments that make the Secret of a backend. Which of the files there may be, docs/CONFIGURATION.md says. */}}
{{- define "windlass.secretFields" -}}
{{- if and (eq .kind "azure") .credentials.serviceAccountToken -}}--from-literal=tenantId=… --from-literal=clientId=…
{{- else if eq .kind "azure" -}}--from-literal=accountKey=…
{{- else if eq .kind "gcs" -}}--from-file=credentials.json=…
{{- else -}}--from-literal=accessKeyId=… --from-literal=secretAccessKey=…
{{- end -}}
{{- end -}}

{{- define "windlass.backendMounts" -}}
- name: keys
  mountPath: /etc/windlass/keys
  readOnly: true
{{- range $name, $backend := .Values.backends }}
{{- if $backend.credentials }}
- name: backend-{{ $name }}
  mountPath: /etc/windlass/backends/{{ $name }}/credentials
  readOnly: true
{{- end }}
{{- if $backend.caCertificate }}
- name: ca-{{ $name }}
  mountPath: /etc/windlass/backends/{{ $name }}/ca
  readOnly: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "windlass.backendVolumes" -}}
- name: keys
  secret:
    secretName: {{ include "windlass.keysSecret" . }}
    defaultMode: 288 # 0440
    items: [{key: keys, path: keys}]
{{- $context := . }}
{{- range $name, $backend := .Values.backends }}
{{- if $backend.credentials }}
{{- $secret := $backend.credentials.existingSecret | default (printf "%s-backend-%s" (include "windlass.name" $context) $name) }}
- name: backend-{{ $name }}
  projected:
    defaultMode: 288 # 0440
    sources:
      - secret:
          name: {{ $secret }}
      {{- with $backend.credentials.serviceAccountToken }}
      - serviceAccountToken:
          audience: {{ .audience | quote }}
          expirationSeconds: 3600
          path: federatedToken
      {{- end }}
{{- end }}
{{- with $backend.caCertificate }}
- name: ca-{{ $name }}
  configMap:
    name: {{ .existingConfigMap | default (printf "%s-ca-%s" (include "windlass.name" $context) $name) }}
    items: [{key: ca.crt, path: ca.crt}]
{{- end }}
{{- end }}
{{- end -}}

{{/* AWS's endpoint for S3, as the driver has it for settings without an endpoint. */}}
{{- define "windlass.awsEndpoint" -}}
{{- if eq (.flavor | default "") "aws" -}}
{{- $region := .region | default "us-east-1" -}}
{{- $domain := "amazonaws.com" -}}
{{- $others := dict "cn-" "amazonaws.com.cn" "eusc-" "amazonaws.eu" "us-iso-" "c2s.ic.gov" "us-isob-" "sc2s.sgov.gov" "us-isof-" "csp.hci.ic.gov" "eu-isoe-" "cloud.adc-e.uk" -}}
{{- range $prefix, $other := $others -}}
{{- if hasPrefix $prefix $region -}}{{- $domain = $other -}}{{- end -}}
{{- end -}}
https://s3{{ if .useFipsEndpoint }}-fips{{ end }}.{{ if .useDualstackEndpoint }}dualstack.{{ end }}{{ $region }}.{{ $domain }}
{{- end -}}
{{- end -}}

{{/* Servers that a node may mount volumes of: those of the backends, as workloads reach them, and those of
     the values. */}}
{{- define "windlass.endpoints" -}}
{{- $servers := list -}}
{{- range $name, $backend := .Values.backends -}}
{{- $settings := $backend.settings | default dict -}}
{{- if eq $backend.kind "azure" -}}
{{- $servers = append $servers ($settings.endpoint | default (printf "https://%s.blob.core.windows.net" $settings.account)) -}}
{{- else if eq $backend.kind "gcs" -}}
{{- $servers = append $servers ($settings.endpoint | default "https://storage.googleapis.com") -}}
{{- else -}}
{{- with $settings.publicEndpoint | default $settings.endpoint | default (include "windlass.awsEndpoint" $settings) -}}
{{- $servers = append $servers . -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if has "*" .Values.csi.node.endpoints -}}
*
{{- else -}}
{{- concat $servers .Values.csi.node.endpoints | uniq | join "," -}}
{{- end -}}
{{- end -}}
