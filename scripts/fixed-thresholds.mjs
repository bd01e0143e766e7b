/**
 * With every large block it frees, glibc raises the size from which it gives blocks back, up to 32 MB: eighty megabytes of what a start
 * frees stay with the process. Sizes that are set do not rise, and are read when a process begins: it begins again in its own place,
 * with the same number, parent and streams. Children inherit them; one that talks to its parent would lose that by beginning again.
 */
const THRESHOLDS = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

const isSet = Object.keys(THRESHOLDS).some((name) => process.env[name]);
if (process.platform === 'linux' && process.execve && !process.channel && !isSet) {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...process.env, ...THRESHOLDS });
}
