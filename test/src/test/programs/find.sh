# needs find du
for i in $(seq 1 50); do
  mkdir -p "tree/$((i % 5))/$((i % 3))"
  head -c 1000 /dev/zero >"tree/$((i % 5))/$((i % 3))/$i"
done
test "$(find tree -type f | wc -l)" = 50
test "$(du -sb --apparent-size tree | cut -f1)" -ge 50000
test "$(find tree -size +900c -size -1100c -type f | wc -l)" = 50
find tree -type f -name '*5' -delete
test "$(find tree -type f | wc -l)" = 45
find tree -delete
test ! -e tree
