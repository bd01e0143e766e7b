export { batchName } from '../batch';
