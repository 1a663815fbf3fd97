{{/* Bytes of a quantity that Kubernetes takes for memory, like 1Gi, 500M or 1048576. Takes the name of the value,
     for the message, and the quantity. */}}
{{- define "windlass.bytes" -}}
{{- $text := toString (index . 1) -}}
{{- if not (regexMatch "^[0-9]+(Ki|Mi|Gi|Ti|k|M|G|T)?$" $text) -}}
{{- fail (printf "%s must be a whole number of bytes, like 1Gi, 500Mi or 1G" (index . 0)) -}}
{{- end -}}
{{- $number := regexFind "^[0-9]+" $text | int64 -}}
{{- $unit := regexFind "[A-Za-z]*$" $text -}}
{{- $units := dict "" 1 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 -}}
{{- mul $number (get $units $unit | int64) -}}
{{- end -}}

{{/* Bytes of memory that the mounter uses for data that is read: its limit less what the process takes. */}}
{{- define "windlass.mounterMemory" -}}
{{- $name := "csi.mounter.resources.limits.memory" -}}
{{- $limit := include "windlass.bytes" (list $name .Values.csi.mounter.resources.limits.memory) | int64 -}}
{{- $memory := sub $limit 268435456 -}}
{{- if lt $memory 33554432 -}}
{{- fail (printf "%s must be 288Mi at least: 256Mi are for the process itself" $name) -}}
{{- end -}}
{{- $memory -}}
{{- end -}}
