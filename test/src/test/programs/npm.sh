# needs npm
export npm_config_cache="$L/cache" npm_config_offline=true npm_config_update_notifier=false
mkdir -p "$L/lib"
cat >"$L/lib/package.json" <<'JSON'
{"name": "lib", "version": "1.0.0", "main": "index.js"}
JSON
echo 'module.exports = () => "built"' >"$L/lib/index.js"
(cd "$L/lib" && npm pack --silent --pack-destination "$L")
cat >package.json <<'JSON'
{"name": "app", "version": "1.0.0", "private": true, "scripts": {"build": "node build.js"}}
JSON
echo 'require("fs").writeFileSync("out", require("lib")())' >build.js
npm install --silent --no-audit --no-fund "$L/lib-1.0.0.tgz"
npm run --silent build
test "$(cat out)" = built
