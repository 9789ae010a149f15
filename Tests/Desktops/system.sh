# For gnome and plasma, in namespaces of their own: $system becomes a copy of $root in memory for the user 1000, with $output in /output.
# The system itself stays as it was installed: changes go to memory.
scratch=$root.mount
mkdir -p "$scratch"
mount -t tmpfs -o mode=755 tmpfs "$scratch"
mkdir "$scratch/upper" "$scratch/work" "$scratch/root"
mount -t overlay overlay -o "lowerdir=$root,upperdir=$scratch/upper,workdir=$scratch/work" "$scratch/root"
system=$scratch/root
mount -t proc proc "$system/proc"
for directory in dev tmp run; do mount -t tmpfs tmpfs "$system/$directory"; done
for device in null zero full random urandom; do
    : >"$system/dev/$device"
    mount --bind "/dev/$device" "$system/dev/$device"
done
mkdir -p "$system/dev/shm" "$system/run/dbus" "$system/run/user/1000" "$system/output"
chmod 1777 "$system/tmp" "$system/dev/shm"
ln -s /proc/self/fd "$system/dev/fd"
mount --bind "$output" "$system/output"
chmod 700 "$system/run/user/1000"
chown 1000:1000 "$system/run/dbus" "$system/run/user/1000" "$output"
ip link set lo up 2>/dev/null || :
hostname weatherd-test
