#!/bin/sh
# Fills the files beside this one with the values of a settings file: configure.sh SETTINGS NODE FOLDER
# NODE is node1, node2 or node3; an app machine uses only the files of haproxy and pgbouncer, and any NODE.
set -eu
umask 077

if [ $# -ne 3 ] || [ ! -r "$1" ]; then
  echo 'Usage: sh configure.sh SETTINGS NODE FOLDER, such as: sh configure.sh settings.env node1 out/node1' >&2
  exit 2
fi
settings=$1 node=$2 folder=$3
case $node in
  node1 | node2 | node3) ;;
  *)
    echo "NODE is node1, node2 or node3, not $node." >&2
    exit 2
    ;;
esac

value() { sed -n "s/^$1=//p" "$settings"; }

twice=$(sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' "$settings" | sort | uniq -d)
if [ -n "$twice" ]; then
  echo "$settings sets these names twice; remove one of the two lines:" $twice >&2
  exit 2
fi

commands="s|@NODE_NAME@|$node|g;s|@NODE_ADDRESS@|$(value "$(echo "$node" | tr a-z A-Z)")|g"
for name in $(sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' "$settings"); do
  value=$(value "$name")
  case $value in
    *[!A-Za-z0-9./:_-]*)
      echo "$name has a character that these files do not allow. Use letters, digits and . / : _ -" >&2
      exit 2
      ;;
    change-me | '')
      echo "$name has no value of its own in $settings." >&2
      exit 2
      ;;
  esac
  commands="$commands;s|@$name@|$value|g"
done

case $(value ARCHIVE_MODE) in
  on | off) ;;
  *)
    echo "ARCHIVE_MODE in $settings must be on or off." >&2
    exit 2
    ;;
esac

if [ -n "$(sed -n 's/^[A-Z]*_PASSWORD=//p' "$settings" | sort | uniq -d)" ]; then
  echo "Two passwords in $settings are the same." >&2
  exit 2
fi

mkdir -p "$folder" || {
  echo "The folder $folder cannot be created: choose another one." >&2
  exit 2
}
here=$(dirname "$0")
for file in etcd.env patroni.yml pgbackrest.conf haproxy.cfg pgbouncer.ini userlist.txt database.sql; do
  # An existing file would keep its mode.
  rm -f "$folder/$file"
  # Not as an argument, because every user of the machine can read the arguments of a running program.
  printf '%s\n' "$commands" | sed -f - "$here/$file" > "$folder/$file"
  if grep -n '@[A-Z0-9_]*@' "$folder/$file" >&2; then
    echo "$settings has no value for what is named above, in $file." >&2
    exit 2
  fi
done
