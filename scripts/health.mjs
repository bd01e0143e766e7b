/** Ends with 0 when the product on this machine can serve: for container health checks. */
const url = `http://127.0.0.1:${process.env.PORT || 4321}/readyz`;
const ready = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
