# Finds a JDK 25 and exports JAVA_HOME. POSIX sh, meant to be sourced: `. .mvn/find-jdk.sh`.
#
# Order: JAVA_HOME, the `java` on PATH, then the usual places, or those of WINDLASS_JDK_DIRS, which are
# separated by colons. A directory counts when its `release` file says 25 and its bin has a javac, or
# whatever $windlass_tool says is needed; nothing is run. Where none is found: one sentence and exit 1.

windlass_is_jdk25() {
  [ -x "$1/bin/${windlass_tool:-javac}" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release" 2>/dev/null
}

windlass_find_jdk() {
  if [ -n "${JAVA_HOME-}" ] && windlass_is_jdk25 "$JAVA_HOME"; then
    printf '%s\n' "$JAVA_HOME"
    return 0
  fi
  windlass_java=$(command -v java 2>/dev/null) || windlass_java=''
  if [ -n "$windlass_java" ]; then
    windlass_java=$(readlink -f "$windlass_java" 2>/dev/null || printf '%s\n' "$windlass_java")
    windlass_dir=${windlass_java%/bin/java}
    if windlass_is_jdk25 "$windlass_dir"; then
      printf '%s\n' "$windlass_dir"
      return 0
    fi
  fi
  set +f # the caller may have switched globbing off; this runs in a subshell
  IFS=:
  for windlass_dirs in ${WINDLASS_JDK_DIRS-/usr/lib/jvm:/opt:${HOME-}/.sdkman/candidates/java:${HOME-}/.jdks:/Library/Java/JavaVirtualMachines}; do
    for windlass_dir in "$windlass_dirs"/* "$windlass_dirs"/*/Contents/Home; do
      if windlass_is_jdk25 "$windlass_dir"; then
        printf '%s\n' "$windlass_dir"
        return 0
      fi
    done
  done
  return 1
}

if JAVA_HOME=$(windlass_find_jdk); then
  export JAVA_HOME
  unset WINDLASS_JDK_DIRS # not the driver's
else
  echo "Windlass needs a JDK 25, and none was found: install one (for example Eclipse Temurin 25) or set JAVA_HOME to where it is." >&2
  exit 1
fi
