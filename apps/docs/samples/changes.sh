curl -sS -H "Authorization: Bearer $PAS_API_KEY" \
  "$PAS_URL/api/admin/units?updatedSince=2026-01-01T00:00:00Z&includeDeleted=true"
