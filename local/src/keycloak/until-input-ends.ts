import { spawn } from 'node:child_process';

// A program that runs the command of its arguments until that ends, or until its own input does: so the command ends however our parent does.
const [command = '', ...options] = process.argv.slice(2);
const child = spawn(command, options, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().once('end', () => child.kill());
