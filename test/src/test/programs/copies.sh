# needs cp
head -c 7000000 /dev/urandom >"$L/large"
cp "$L/large" large
cp --sparse=always large sparse
cp --reflink=auto large again
cp -a large kept
mv kept "$L/back"
cmp "$L/large" large
cmp "$L/large" sparse
cmp "$L/large" again
cmp "$L/large" "$L/back"
mv "$L/back" moved
truncate -s 3000000 moved
cmp -n 3000000 moved large
dd if=large of=moved bs=1000000 skip=3 seek=3 conv=notrunc,fsync status=none
cmp large moved
