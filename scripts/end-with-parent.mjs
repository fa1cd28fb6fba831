// Loaded into the server by start.mjs.
const starter = Number(process.env.POSTERN_STARTER);

const stop = () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000).unref();
  process.kill(process.pid, 'SIGTERM');
};

if (process.pid === starter) {
  // The server replaced start.mjs. Closing the terminal causes an orderly shutdown.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
  if (process.env.npm_lifecycle_event) {
    // A `kill -9` of npm does not reach the server.
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid !== parent) {
        clearInterval(timer);
        process.kill(process.pid, 'SIGTERM');
      }
    }, 1000).unref();
  }
} else if (process.ppid === starter && process.channel) {
  // The server has its own process group, so a `kill -9` of the group of `npm start` does not reach it.
  process.once('disconnect', stop);
  process.channel.unref();
}
