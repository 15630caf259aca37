{{/* Labels that select the pods of a workload: list of the root and its name. */}}
{{- define "pas.selector" -}}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "pas.labels" -}}
{{ include "pas.selector" . }}
app.kubernetes.io/name: property-access
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ (index . 0).Chart.Name }}-{{ (index . 0).Chart.Version }}
{{- end }}

{{- define "pas.name" -}}
{{ (index . 0).Release.Name }}-{{ index . 1 }}
{{- end }}

{{/* Name of a workload's service in the cluster. Its certificate is for this name. */}}
{{- define "pas.host" -}}
{{ include "pas.name" . }}.{{ (index . 0).Release.Namespace }}.svc
{{- end }}

{{- define "pas.url" -}}
https://{{ include "pas.host" . }}:8080
{{- end }}

{{/* Reference to an image: list of the root and the image's name. */}}
{{- define "pas.image" -}}
{{- $image := (index . 0).Values.image -}}
{{- $digest := get $image.digests (index . 1) -}}
{{ $image.repository }}/{{ index . 1 }}:{{ $image.tag | default (index . 0).Chart.AppVersion }}{{ with $digest }}@{{ . }}{{ end }}
{{- end }}

{{/* Workloads of the release with their settings, as YAML. The webhook gateway may be left out. */}}
{{- define "pas.workloads" -}}
{{- $root := . -}}
{{- range $name, $own := .Values.workloads }}
{{- if ne (get $own "enabled" | toString) "false" }}
{{ $name }}: {{ mergeOverwrite (deepCopy $root.Values.defaults) $own | toJson }}
{{- end }}
{{- end }}
{{- end }}
