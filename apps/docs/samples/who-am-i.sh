curl -sS -H "Authorization: Bearer $PAS_API_KEY" "$PAS_URL/api/admin/auth/self"
