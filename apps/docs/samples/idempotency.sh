for attempt in 1 2; do
  curl -sS -H "Authorization: Bearer $PAS_API_KEY" -H 'Content-Type: application/json' \
    -H 'Idempotency-Key: job-7-row-1' -d '{"name":"Elm Court","address":{"country":"US"}}' \
    -o /dev/null -w '%{http_code} %header{idempotency-replayed}\n' "$PAS_URL/api/admin/properties"
done
