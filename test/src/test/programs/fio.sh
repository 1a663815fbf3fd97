# needs fio
fio --name=random --directory=. --size=8m --rw=randwrite --bs=4k-64k --bsrange=4k-64k \
  --verify=crc32c --do_verify=1 --fsync=20 --end_fsync=1 --randrepeat=1 --output="$L/random"
fio --name=stream --directory=. --size=24m --rw=write --bs=256k --verify=crc32c --do_verify=1 \
  --end_fsync=1 --output="$L/stream"
fio --name=mapped --directory=. --size=4m --rw=randwrite --bs=4k --ioengine=mmap --verify=crc32c \
  --do_verify=1 --end_fsync=1 --output="$L/mapped"
grep -L 'err= 0' "$L/random" "$L/stream" "$L/mapped" | { ! grep .; }
