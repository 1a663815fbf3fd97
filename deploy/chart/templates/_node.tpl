{{- define "windlass.hostNetwork" -}}
{{- if .Values.csi.node.hostNetwork }}
hostNetwork: true
dnsPolicy: ClusterFirstWithHostNet
{{- end }}
{{- end -}}

{{/* Where the pods of nodes are, the same for plugin and mounter. */}}
{{- define "windlass.nodePlacement" -}}
nodeSelector:
  {{- toYaml .Values.csi.node.nodeSelector | nindent 2 }}
{{- with .Values.csi.node.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.csi.node.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Directories of the node that plugin and mounter share. */}}
{{- define "windlass.sharedVolumes" -}}
- name: staging
  hostPath: {path: {{ .Values.csi.node.stagingDir }}, type: DirectoryOrCreate}
- name: run
  hostPath: {path: {{ .Values.csi.node.runDir }}, type: DirectoryOrCreate}
{{- end -}}

{{/* Name of the ConfigMap with the certificates that mounts trust; empty if they trust the system's. */}}
{{- define "windlass.nodeCa" -}}
{{- with .Values.csi.node.caCertificate -}}
{{- if .pem -}}{{ include "windlass.name" $ }}-node-ca{{- else -}}{{ .existingConfigMap }}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "windlass.caVolume" -}}
- name: ca
  configMap:
    name: {{ include "windlass.nodeCa" . }}
    items: [{key: ca.crt, path: ca.crt}]
{{- end -}}

{{/* Directory of the mounter's cache, in its container. */}}
{{- define "windlass.cacheDir" -}}
{{ .Values.csi.mounter.cache.hostPath | default "/var/lib/windlass/cache" }}
{{- end -}}
