admin() { curl -sS -H "Authorization: Bearer $PAS_API_KEY" -H 'Content-Type: application/json' "$@"; }

ID=$(admin "$PAS_URL/api/admin/webhook-endpoints" -d '{"url":"'"$PAS_HOOK_URL"'","events":["door.opened"]}' |
  grep -o 'whe_[0-9a-z]*' | head -n 1)
admin "$PAS_URL/api/admin/webhook-endpoints/$ID/test" -d '{"type":"door.opened"}'
admin -X DELETE "$PAS_URL/api/admin/webhook-endpoints/$ID"
