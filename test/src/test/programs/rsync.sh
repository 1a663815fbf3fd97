# needs rsync
mkdir "$L/tree"
for i in $(seq 1 40); do
  mkdir -p "$L/tree/$((i % 4))"
  seq "$i" $((i * 30)) >"$L/tree/$((i % 4))/$i"
done
ln -s 1/1 "$L/tree/link"
rsync -a --omit-dir-times "$L/tree/" copy
diff -r "$L/tree" copy
# The second time there is nothing to do.
test -z "$(rsync -a --omit-dir-times --itemize-changes "$L/tree/" copy)"
echo more >>"$L/tree/1/1"
rm "$L/tree/2/2"
rsync -a --omit-dir-times --delete "$L/tree/" copy
diff -r "$L/tree" copy
rsync -a --omit-dir-times --inplace --no-whole-file --checksum "$L/tree/" copy
test -z "$(rsync -a --omit-dir-times --itemize-changes --checksum "$L/tree/" copy)"
