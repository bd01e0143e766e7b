import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Emscripten's number for an input/output error; PostgreSQL stops rather than trust a disk that failed to sync. */
const EIO = 29;

/**
 * PGlite's file system, but syncing: as shipped it reports success to fsync without calling the host.
 * Files are synced where PostgreSQL asks for it, and the folders of files created, renamed or removed before that.
 * Relies on Emscripten's NODEFS internals; tests/server/db/durability.test.ts counts the syncs.
 */
export function durableFs(folder, syncs) {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    emscriptenOpts.preRun.push((module) => addSync(module.NODEFS, syncs));
    return { emscriptenOpts };
  };
  return files;
}

function addSync(nodefs, syncs) {
  const changedFolders = new Set();
  const { mknod, rename, unlink } = nodefs.node_ops;
  nodefs.node_ops.mknod = (parent, ...rest) => {
    const node = mknod(parent, ...rest);
    changedFolders.add(nodefs.realPath(parent));
    return node;
  };
  nodefs.node_ops.rename = (node, newParent, name) => {
    changedFolders.add(dirname(nodefs.realPath(node))).add(nodefs.realPath(newParent));
    return rename(node, newParent, name);
  };
  nodefs.node_ops.unlink = (parent, name) => {
    changedFolders.add(nodefs.realPath(parent));
    return unlink(parent, name);
  };
  nodefs.stream_ops.fsync = (stream) => {
    try {
      for (const folder of changedFolders) syncFolder(folder, syncs);
      changedFolders.clear();
      fdatasyncSync(stream.nfd);
      syncs.files += 1;
      return 0;
    } catch {
      return EIO;
    }
  };
}

function syncFolder(folder, syncs) {
  let handle;
  try {
    handle = openSync(folder, 'r');
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  try {
    fsyncSync(handle);
    syncs.folders += 1;
  } finally {
    closeSync(handle);
  }
}
