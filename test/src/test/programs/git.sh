# needs git
export GIT_AUTHOR_NAME=nobody GIT_AUTHOR_EMAIL=nobody@example.com
export GIT_COMMITTER_NAME=nobody GIT_COMMITTER_EMAIL=nobody@example.com GIT_CONFIG_GLOBAL=/dev/null
git init -q -b main "$L/origin"
cd "$L/origin"
for i in $(seq 1 40); do
  mkdir -p "src/$((i % 5))"
  seq "$i" $((i * 50)) >"src/$((i % 5))/$i.txt"
done
ln -s src/1/1.txt link
git add -A
git commit -q -m one
seq 1 1000 >src/1/1.txt
git commit -q -a -m two

git clone -q --no-local "$L/origin" "$D/clone"
cd "$D/clone"
git fsck --strict
test -z "$(git status --porcelain)"
git checkout -q -b topic HEAD~1
echo changed >>src/2/2.txt
git mv src/3 src/moved
git commit -q -a -m three
git checkout -q main
git merge -q -m merged topic
git gc -q
git fsck --strict
git checkout -q topic
git checkout -q main
test -z "$(git status --porcelain)"
git push -q "$D/clone" main:copy
git stash list
git worktree add -q ../tree topic
test -f ../tree/src/moved/3.txt
