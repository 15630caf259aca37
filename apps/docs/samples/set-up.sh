export PATH=$PWD/.tools/bin:$PATH
read_local() { node -pe "JSON.parse(fs.readFileSync('.data/local.json')).$1"; }
export PAS_URL=$(read_local gatewayUrl) PAS_API_KEY=$(read_local apiKey) PAS_HOOK_URL=$(read_local sandboxUrl)/hooks/samples
