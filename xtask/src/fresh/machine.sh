# Runs the commands of the README on a machine that has nothing else: a Debian in a temporary directory. `cargo xtask fresh` starts it as the superuser,
# in namespaces of its own for mounts and processes, with these variables:
#
#   SUITE, MIRROR  the release of Debian, and where it comes from
#   RUST           a directory with bin/cargo and bin/rustc
#   CLONE          a clone of this repository
#   APT            settings of this machine's apt: proxies
#   COMMANDS       one a line; `# NAME` begins those of a page, which may end with what they found: 1, or 3; with 2 where `! ` stands before them
#   KEEP           not empty: leave the directory
set -eu
[ $$ = 1 ] || { echo "This runs in a namespace of its own: cargo xtask fresh"; exit 2; }
machine=$(mktemp -d "${TMPDIR:-/tmp}/fresh.XXXXXXXX")
remove() {
    # Nothing goes on: this script is the first process of its namespace, so that these are its own descendants.
    [ $$ = 1 ] && kill -KILL -1 2>/dev/null || true
    # Even while something is busy there. What is removed below must not be this machine's toolchain.
    umount --lazy "$machine/root/opt/rust" "$machine/root/dev/shm" "$machine/root/proc" 2>/dev/null || true
    if grep -q " $machine/" /proc/self/mountinfo; then
        echo "$machine is left: something is mounted there"
        return
    fi
    if [ -n "$KEEP" ]; then echo "The machine is left in $machine"; else rm -rf --one-file-system "$machine"; fi
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

root=$machine/root
TIMEFORMAT='  (%R s elapsed, %U s user, %S s system)'
echo "Unpacking Debian $SUITE with git and gcc"
time debootstrap --variant=minbase --include=ca-certificates,git,gcc,libc6-dev "$SUITE" "$root" $MIRROR >"$machine/log" 2>&1 ||
    { tail -n 20 "$machine/log"; exit 1; }
# What this machine reaches the network by.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
printf '%s\n' "$APT" >"$root/etc/apt/apt.conf.d/90host"
mkdir -p "$root/opt/rust" "$root/dev/shm"
mount --bind "$RUST" "$root/opt/rust"
mount -o remount,bind,ro "$root/opt/rust"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev/shm"
cp -R "$CLONE" "$root/root/lakmus"
chown -R 0:0 "$root/root/lakmus"

inside() {
    env -i HOME=/root LANG=C.UTF-8 PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" no_proxy="${no_proxy-}" \
        chroot "$root" /bin/sh -c "cd /root/lakmus && $1"
}
inside 'rustc --version; gcc --version | head -n 1; echo "git: $(git log -1 --format=%h)"'
# Pages name the command as it is called where it is installed.
printf '#!/bin/sh\nexec cargo lakmus "$@"\n' >"$root/usr/local/bin/lakmus"
chmod +x "$root/usr/local/bin/lakmus"
result=0
page=
times=
end_page() {
    [ -z "$page" ] || times="$times$page: $((SECONDS - begin)) s
"
}
while IFS= read -r command; do
    if [ "${command#\# }" != "$command" ]; then
        end_page
        page=${command#\# } begin=$SECONDS
        continue
    fi
    refused=${command%"${command#! }"}
    command=${command#! }
    echo
    echo "\$ $command"
    time inside "$command" </dev/null && status=0 || status=$?
    echo "  (status $status)"
    case $status in
    0) ;;
    1 | 3) [ -n "$page" ] || result=1 ;;
    2) [ -n "$refused" ] || result=1 ;;
    *) result=1 ;;
    esac
done <<END
$COMMANDS
END
end_page
[ -z "$times" ] || printf '\nTime of each page, compiling included:\n%s' "$times"
exit $result
