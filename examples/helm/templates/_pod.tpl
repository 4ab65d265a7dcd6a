{{- define "rungraph.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "rungraph.labels" -}}
app.kubernetes.io/name: rungraph
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rungraph.environment" -}}
envFrom:
  - secretRef:
      name: {{ .Values.secretName }}
env:
  - name: HOST
    value: 0.0.0.0
  - name: RUNGRAPH_HEALTH_PORT
    value: "4010"
{{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "rungraph.podSecurity" -}}
automountServiceAccountToken: false
# Its variables would begin with RUNGRAPH_, and be refused as settings that do not exist.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "rungraph.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "rungraph.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 10
  timeoutSeconds: 4
readinessProbe:
  httpGet: { path: /health/ready, port: health }
  periodSeconds: 5
  timeoutSeconds: 4
{{- end }}
