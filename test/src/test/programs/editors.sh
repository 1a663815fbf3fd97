# needs vim sed ed
printf 'one\ntwo\nthree\n' >text
sed -i s/two/2/ text
vim -u NONE -es -c '%s/three/3/' -c wq text
printf '1s/one/1/\nw\nq\n' | ed -s text
test "$(cat text)" = "$(printf '1\n2\n3')"
# With a copy of what was before, and an exchange by rename.
vim -u NONE -N -es -c 'set backup backupcopy=no backupskip=' -c '%s/1/one/' -c wq text
test "$(cat text)" = "$(printf 'one\n2\n3')"
test -e text~
