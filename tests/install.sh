#!/usr/bin/env bash
# What the tests need beside Python: a browser, PostgreSQL and nginx. Installed where that can be done; otherwise said
# plainly.
set -u
missing=()
command -v chromium-headless-shell chromium >/dev/null || missing+=(chromium-headless-shell)
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || missing+=(postgresql)
[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || missing+=(nginx)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Installing for the tests: ${missing[*]} …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && {
    # Only the program is needed, not a server on port 80.
    [[ " ${missing[*]} " != *" nginx "* ]] || systemctl disable --quiet --now nginx 2>/dev/null
    exit 0
  }
fi
echo "Missing for some tests, which will be skipped: ${missing[*]}. On Debian: sudo apt-get install ${missing[*]}"
