{{/* Image of a workload. */}}
{{- define "pas.imageOf" -}}
{{- get (dict "webhook-gateway" "gateway" "admin-workers" "admin") . | default . -}}
{{- end }}

{{- define "pas.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "pas.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Variables from a Secret as files, and those of the values: list of the root and a workload or command. */}}
{{- define "pas.commonEnv" -}}
{{- $own := index . 1 -}}
{{- range $name := $own.secretNames }}
- { name: {{ $name }}_FILE, value: /secrets/{{ $name }} }
{{- end }}
{{- if (index . 0).Values.authoritySecret }}
- { name: TLS_CA_FILE, value: /authority/ca.crt }
{{- end }}
{{- range $name, $value := mergeOverwrite (deepCopy (index . 0).Values.env) ($own.env | default dict) }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ toString $value | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "pas.commonMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /secrets, readOnly: true }
{{- if .Values.authoritySecret }}
- { name: authority, mountPath: /authority, readOnly: true }
{{- end }}
{{- end }}

{{- define "pas.commonVolumes" -}}
{{- $own := index . 1 -}}
- name: tmp
  emptyDir: { sizeLimit: {{ $own.tmpSize | default "16Mi" }} }
- name: secrets
  secret:
    secretName: {{ $own.secret }}
    defaultMode: 0440
    items:
      {{- range $own.secretNames }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- with (index . 0).Values.authoritySecret }}
- name: authority
  secret: { secretName: {{ . }}, defaultMode: 0444 }
{{- end }}
{{- end }}

{{/* Variables that the chart derives for a workload: list of the root and its name. */}}
{{- define "pas.derivedEnv" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
- { name: ENVIRONMENT, value: {{ $root.Values.environment | quote }} }
- { name: METRICS_PORT, value: '9090' }
- { name: TLS_CERT_FILE, value: /tls/tls.crt }
- { name: TLS_KEY_FILE, value: /tls/tls.key }
{{- if ne $name "webhooks" }}
- { name: PORTAL_URL, value: {{ $root.Values.portalUrl | quote }} }
{{- else }}
- { name: PUBLIC_WEBHOOK_URL, value: {{ $root.Values.publicWebhookUrl | quote }} }
{{- end }}
{{- if hasSuffix "gateway" $name }}
{{- include "pas.gatewayEnv" . }}
{{- end }}
{{- if hasPrefix "admin" $name }}
- { name: ADMIN_ROLE, value: {{ ternary "workers" "api" (eq $name "admin-workers") }} }
- { name: AUDIT_CHECKPOINT_DIR, value: /checkpoints }
{{- end }}
{{- if eq $name "admin-workers" }}
- { name: MALLOC_MMAP_THRESHOLD_, value: '131072' }
- { name: MALLOC_TRIM_THRESHOLD_, value: '131072' }
{{- end }}
{{- end }}

{{- define "pas.gatewayEnv" -}}
{{- $root := index . 0 -}}
{{- $upstreams := list "webhooks" }}
- { name: CORE_JWT_ISSUER, value: {{ $root.Values.portalUrl | quote }} }
- { name: WEBHOOKS_URLS, value: {{ include "pas.url" (list $root "webhooks") }} }
{{- if eq (index . 1) "gateway" }}
{{- $upstreams = list "webhooks" "admin" "resident" "core-mobile" }}
{{- $own := dict $root.Values.environment (list (include "pas.url" (list $root "admin"))) }}
- { name: GATEWAY_ROLE, value: {{ ternary "all" "api" (eq (get (index $root.Values.workloads "webhook-gateway") "enabled") false) }} }
- { name: ADMIN_UPSTREAMS, value: {{ merge $own $root.Values.furtherAdminUpstreams | toJson | squote }} }
- { name: RESIDENT_URLS, value: {{ include "pas.url" (list $root "resident") }} }
- { name: CORE_MOBILE_URLS, value: {{ include "pas.url" (list $root "core-mobile") }} }
{{- else }}
- { name: GATEWAY_ROLE, value: webhooks }
{{- end }}
{{- $hosts := list }}
{{- range $upstreams }}{{ $hosts = append $hosts (include "pas.host" (list $root .)) }}{{ end }}
- { name: REPLICAS_BY_DNS, value: {{ join "," $hosts | quote }} }
{{- end }}
