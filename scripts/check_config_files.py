"""Say what is wrong with files that are no configuration: check_config_files.py config.yaml ..."""

import sys

from gaussmech.pipeline.config import ConfigError
from gaussmech.pipeline.config_files import read_config

try:
    for path in sys.argv[1:]:
        read_config(path)
except ConfigError as error:
    sys.exit(str(error))
