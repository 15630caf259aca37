curl -sS -H "Authorization: Bearer $PAS_API_KEY" -H 'X-Admin-Env: TEST' \
  "$PAS_URL/api/admin/properties?limit=1"
