import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import { promisify } from 'node:util';

export interface Instruction {
  /** In capitals, as in `COPY`. */
  name: string;
  rest: string;
}

/** The instructions of a Dockerfile, each on one line. */
export async function readDockerfile(file: string): Promise<Instruction[]> {
  const text = (await readFile(file, 'utf8')).replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), rest };
    });
}

export interface Image {
  /** What lies in its working folder. */
  folder: string;
  environment: Record<string, string>;
  command: string[];
  healthcheck: string[];
}

/**
 * Follows a Dockerfile without Docker, each stage in a folder that stands for its working folder: copies what is copied, with `.dockerignore`'s
 * patterns in mind, and runs what is run there with this machine's Node. What is run on the image's own system is left out.
 */
export async function followDockerfile(file: string, context: string, folder: string): Promise<Image> {
  const stages = new Map<string, string>();
  const image: Image = { folder: '', environment: {}, command: [], healthcheck: [] };
  for (const { name, rest } of await readDockerfile(file)) {
    if (name === 'FROM') {
      const [, stage = 'image'] = /\sAS\s+(\S+)$/i.exec(rest) ?? [];
      image.folder = join(folder, stage);
      stages.set(stage, image.folder);
      await mkdir(image.folder);
    } else if (name === 'COPY') {
      const [, stage, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
      const from = stage === undefined ? context : stages.get(stage);
      if (from === undefined) throw new Error(`COPY from a stage that is not there: ${rest}`);
      await copy(from, image.folder, paths.split(/\s+/), stage === undefined);
    } else if (name === 'RUN' && /^(npm ci|node) /.test(rest)) {
      await promisify(execFile)('sh', ['-c', rest], {
        cwd: image.folder,
        // What was fetched before need not be fetched again.
        env: { ...process.env, NODE_ENV: undefined, npm_config_prefer_offline: 'true' },
      });
    } else if (name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) image.environment[key] = value;
    } else if (name === 'CMD') {
      image.command = JSON.parse(rest);
    } else if (name === 'HEALTHCHECK') {
      image.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    }
  }
  return image;
}

async function copy(from: string, to: string, paths: string[], isContext: boolean): Promise<void> {
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const source = join(from, relative('/app', posix.resolve('/app', path)));
    const destination = join(to, target.endsWith('/') ? join(target, basename(path)) : target);
    await mkdir(dirname(destination), { recursive: true });
    await cp(source, destination, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => !isContext || !/^(node_modules|dist|dist\..*|test|\..*)$/.test(basename(each)),
    });
  }
}
