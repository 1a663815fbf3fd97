# needs tar
mkdir "$L/tree"
for i in $(seq 1 60); do
  mkdir -p "$L/tree/$((i % 6))/deep"
  seq "$i" $((i * 20)) >"$L/tree/$((i % 6))/deep/$i"
done
chmod 750 "$L/tree/1/deep/1"
chmod 2770 "$L/tree/3/deep"
touch -d '2020-02-02 02:02:02' "$L/tree/2/deep/2"
ln -s deep/1 "$L/tree/1/link"
tar -C "$L/tree" -cf "$L/tree.tar" .
tar -xf "$L/tree.tar"
test -z "$(tar --compare -f "$L/tree.tar" 2>&1)"
tar -czf packed.tar.gz 1 2 3
mkdir out
tar -C out -xzf packed.tar.gz
diff -r 2 out/2
