"""Files of the configuration, read so that nothing in them is taken otherwise than it was meant."""

import re
from pathlib import Path

import yaml

from gaussmech.pipeline.config import ConfigError, key_path, shown

# YAML 1.1 takes 0100 for 64 and 12:30 for 750.
_ODD_NUMBER = re.compile(r"[-+]?0[0-9_xb].*|.*:.*")

# The first runs code that stands in the values, the second moves what is written.
_OF_SNAKEMAKE = ("__use_yte__", "pathvars")


class _Loader(yaml.SafeLoader):
    def construct_object(self, node, deep=False):
        try:
            return super().construct_object(node, deep)
        except ValueError as error:  # a date that does not exist, a number of 5000 digits
            problem = str(error).partition(":")[0]
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark) from None


def read_config(path):
    """The keys and values of a YAML file.

    Parameters
    ----------
    path : path
        A file of the configuration, or one to lay over it.

    Returns
    -------
    dict

    Raises
    ------
    gaussmech.pipeline.config.ConfigError
        Naming the file, the line and what is wrong: no such file, not UTF-8, not YAML, no keys,
        a key that stands more than once (YAML would let the last one win), a value that holds
        itself, a number that YAML takes to base 2, 8, 16 or 60, or a key that Snakemake obeys.
    """
    try:
        text = Path(path).read_bytes().decode()
        loader = _Loader(text)
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            value = "empty" if node is None else shown(loader.construct_document(node))
            raise ConfigError(f"{path} is {value}; it must hold keys and values, as seed: 2018")
        if problems := list(_misread(node, (), ())):
            lines = [f"{path}, line {node.start_mark.line + 1}: {text}" for node, text in problems]
            raise ConfigError("\n".join(lines))
        return loader.construct_document(node)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise ConfigError(f"{path}, line {line}: the byte {byte:#x} is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        mark, what = error.problem_mark, ", ".join(filter(None, (error.context, error.problem)))
        line = text.splitlines()[mark.line : mark.line + 1]
        where = f" in {shown(line[0].rstrip())}" if line else ""
        raise ConfigError(f"{path}, line {mark.line + 1}: {what}{where}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ConfigError(
            f"{path}, line {line}: the character {chr(error.character)!r} is not allowed"
        ) from None


def _misread(node, path, above):
    """(node, what is wrong with it) for all that YAML takes in silence, but not as it was meant."""
    if node in above:
        yield node, f"{key_path(path)} holds itself; write its values out"
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "?"
            if name in seen:
                yield key, f"{key_path((*path, name))} stands more than once; give it once"
            if name in _OF_SNAKEMAKE:
                yield (
                    key,
                    f"{key_path((*path, name))} is no known key, but one that Snakemake obeys",
                )
            seen.add(name)
            yield from _misread(value, (*path, name), (*above, node))
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _misread(item, (*path, index), (*above, node))
    elif node.tag.endswith((":int", ":float")) and _ODD_NUMBER.fullmatch(node.value):
        yield (
            node,
            f"{key_path(path)} is {node.value[:60]}; write numbers with decimal digits and no"
            " leading 0",
        )
