# needs sqlite3
sqlite3 base.db 'pragma journal_mode=delete; create table t(id integer primary key, text text);'
for i in $(seq 1 20); do
  sqlite3 base.db "begin; insert into t(text) select hex(randomblob(400)) from generate_series(1, 50); commit;" ||
    sqlite3 base.db "insert into t(text) values('$i');"
done
sqlite3 base.db 'update t set text = upper(text) where id % 3 = 0; delete from t where id % 7 = 0; vacuum;'
test "$(sqlite3 base.db 'pragma integrity_check;')" = ok
cp base.db "$L/copy.db"
test "$(sqlite3 "$L/copy.db" 'pragma integrity_check;')" = ok
test ! -e base.db-journal
