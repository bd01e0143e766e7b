/** The code is written for this Node; an older one would start, and fail at the first thing it does not know. */
const [MAJOR, MINOR] = [22, 12];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
  console.error(`当前 Node.js 为 ${process.versions.node}，需要 ${MAJOR}.${MINOR} 或更高版本：请用 npm start 启动（会使用随依赖安装的 Node.js），或升级后重试`);
  process.exit(1);
}
