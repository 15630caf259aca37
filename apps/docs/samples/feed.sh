curl -sS -H "Authorization: Bearer $PAS_API_KEY" "$PAS_URL/api/admin/events?limit=1&wait=25"
