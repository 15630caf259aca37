node tools/src/python-client/main.ts
python3 -m venv --without-pip .data/python
python3 -m pip --python .data/python/bin/python install --quiet ./clients/python
.data/python/bin/python apps/docs/samples/quick-start.py
