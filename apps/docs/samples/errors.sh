curl -sS -H "Authorization: Bearer $PAS_API_KEY" \
  -H 'Content-Type: application/json' -d '{"name":""}' "$PAS_URL/api/admin/properties"
