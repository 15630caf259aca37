curl -sS -H "Authorization: Bearer $PAS_API_KEY" -i "$PAS_URL/api/admin/units?sort=label&limit=2"
