// Loaded into the server by start.mjs. The server has its own process group, so a `kill -9` of the group of `npm start`
// does not reach it: it must detect that start.mjs is gone.
if (process.ppid === Number(process.env.POSTERN_STARTER) && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
