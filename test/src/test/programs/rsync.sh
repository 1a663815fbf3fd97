# needs rsync
mkdir "$L/tree"
for i in $(seq 1 40); do
  mkdir -p "$L/tree/$((i % 4))"
  seq "$i" $((i * 30)) >"$L/tree/$((i % 4))/$i"
done
ln -s 1/1 "$L/tree/link"
rsync -a "$L/tree/" copy
diff -r "$L/tree" copy
# The second time there is nothing to do.
test -z "$(rsync -a --itemize-changes "$L/tree/" copy)"
echo more >>"$L/tree/1/1"
rm "$L/tree/2/2"
rsync -a --delete "$L/tree/" copy
diff -r "$L/tree" copy
rsync -a --inplace --no-whole-file --checksum "$L/tree/" copy
test -z "$(rsync -a --itemize-changes --checksum "$L/tree/" copy)"
